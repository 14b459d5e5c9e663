import { expect, test } from 'vitest'
import { comingShows, type ComingShowsGroup } from './coming-shows.ts'
import type { ShowId } from '../ids.ts'
import { cents } from '../money.ts'

const group = (given: Partial<ComingShowsGroup>): ComingShowsGroup => ({
  ...{ count: 1, price: cents(4_000), cheapestPercent: 50, venue: 'Opera', city: 'Wien', timeZone: 'Europe/Vienna' },
  ...{ showId: 1 as ShowId, startTime: new Date('2099-01-02T18:00Z'), endTime: new Date('2099-01-02T20:00Z') },
  ...given,
})

test('sums up groups: the next show, the lowest price of a place, the number of shows and cities', () => {
  const earlier = new Date('2099-01-01T18:00Z')
  const groups = [
    group({ count: 3 }),
    group({ count: 2, price: cents(2_999), showId: 7 as ShowId, startTime: earlier, venue: 'Kino', city: 'Linz' }),
    group({ price: cents(1_600), cheapestPercent: 100, showId: 3 as ShowId }),
  ]
  expect(comingShows(groups)).toMatchObject({
    count: 6,
    priceFrom: 1_499,
    cityCount: 2,
    next: { id: 7, startTime: earlier, venue: 'Kino', city: 'Linz' },
  })
})

test('sums up nothing as undefined', () => {
  expect(comingShows([])).toBeUndefined()
})
