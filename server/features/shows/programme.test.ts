import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

/** A Wednesday, noon in Vienna. */
const NOW = '2099-07-01T10:00Z'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ SHOP_TIME_ZONE: 'Europe/Vienna' })
  await shiftClock(shop.owner, `${Math.round((Date.parse(NOW) - Date.now()) / 1000)} seconds`)
})
afterAll(() => shop.close())

async function givenShowAt(startsAt: string, given: Parameters<typeof givenShow>[1] = {}) {
  const show = await givenShow(shop.db, given)
  await sql`
    update event_shows set starts_at = ${startsAt}, ends_at = ${startsAt}::timestamptz + interval '2 hours'
    where id = ${show.showId}`.execute(shop.owner)
  return show
}

test('lists shows of tonight, the weekend and after, each of another event, with places left first', async () => {
  const over = await givenShowAt('2099-07-01T09:00Z')
  const tonight = await givenShowAt('2099-07-01T18:00Z')
  await givenShowAt('2099-07-04T18:00Z', { eventId: tonight.eventId })
  const midnight = await givenShowAt('2099-07-02T00:30Z')
  const thursday = await givenShowAt('2099-07-02T18:00Z')
  const soldOut = await givenShowAt('2099-07-03T17:00Z', { isAvailable: false })
  const weekend: number[] = []
  for (const hour of [18, 19, 20]) weekend.push((await givenShowAt(`2099-07-04T${hour}:00Z`)).showId)
  const later = await givenShowAt('2099-07-06T18:00Z', { eventId: over.eventId })

  const { total, elements } = (await shop.ask('GET', '/eventshows/programme')).json()
  const shown = elements.map(({ name, shows }: { name: string; shows: { id: number }[] }) => [
    name,
    shows.map(({ id }) => id),
  ])
  expect([total, Object.fromEntries(shown)]).toEqual([
    3,
    { TONIGHT: [tonight.showId, midnight.showId], WEEKEND: weekend, LATER: [thursday.showId, later.showId] },
  ])
  expect(weekend).not.toContain(soldOut.showId)
  expect(elements[1]).toMatchObject({ from: '2099-07-03T03:00:00.000Z', until: '2099-07-06T03:00:00.000Z' })
  expect(elements[0].shows[0]).toMatchObject({ availability: 'FREE', priceFrom: 4_550 })
})
