import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenEvent, givenPaged, givenShow } from '#client/testing/sample-data.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const run = {
  ...givenEvent,
  coming: {
    ...{ count: 30, priceFrom: 1500, cityCount: 1 },
    next: {
      ...{ id: 7, startTime: givenShow.startTime, endTime: givenShow.endTime },
      ...{ venue: 'Opera', city: 'Wien', timeZone: 'Europe/Vienna' },
    },
  },
  months: [
    { month: '2099-07', count: 20 },
    { month: '2099-08', count: 10 },
  ],
}
const answers = { 'GET /events/1': run, 'GET /eventshows': givenPaged(givenShow, 1, 30) }

test('keeps the calendar and its month in the address', async () => {
  const shop = await openShop('/event/1/event-shows', { answers })
  fireEvent.click(await screen.findByRole('button', { name: 'Calendar' }))
  expect(await screen.findByRole('table', { name: 'July 2099' })).toBeTruthy()
  expect(shop.address()).toBe('/event/1/event-shows?view=calendar')
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2099-08' } })
  expect(await screen.findByRole('table', { name: 'August 2099' })).toBeTruthy()
  expect(shop.address()).toContain('view=calendar')
  shop.press('List')
  await soon(() => expect(shop.address()).toBe('/event/1/event-shows?month=2099-08'))
})

test('opens the calendar of a month by its address', async () => {
  await openShop('/event/1/event-shows?view=calendar&month=2099-08', { answers })
  expect(await screen.findByRole('table', { name: 'August 2099' })).toBeTruthy()
})
