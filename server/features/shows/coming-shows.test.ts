import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { givenArtist, givenImage, givenLocation, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let customer: UserId

beforeAll(async () => {
  shop = await openTestShop()
  customer = await givenUser(shop.db)
})
afterAll(() => shop.close())

const read = async (path: string) => (await shop.ask('GET', path)).json()

/** Reserves seats of a show. */
async function take(show: Show, seats: number, until = '1 day') {
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select ${show.showId}::int, id, 'SITTING', ${customer}::int, 'RESERVED', 0, shop_now(), shop_now() + ${until}::interval
    from unnest(${show.seatIds.slice(0, seats)}::int[]) as id`.execute(shop.db)
}

test('tells how many places of a show are left, by live tickets', async () => {
  const hall = { seats: 19, standing: 1 }
  const free = await givenShow(shop.db, hall)
  const few = await givenShow(shop.db, hall)
  const gone = await givenShow(shop.db, { seats: 1, standing: 1 })
  await take(free, 18, '-1 minute')
  await take(few, 18)
  await take(gone, 1)
  await sql`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    values (${gone.showId}, ${gone.standingPlaceId}, 'STANDING', ${customer}, 'RESERVED', 0, shop_now(), shop_now() + interval '1 day')`.execute(
    shop.db,
  )
  const availabilityOf = async ({ showId }: Show) => (await read(`/eventshows/${showId}`)).availability
  expect([await availabilityOf(free), await availabilityOf(few), await availabilityOf(gone)]).toEqual([
    'FREE',
    'FEW_LEFT',
    'SOLD_OUT',
  ])
  const { elements } = await read(`/eventshows?eventId=${few.eventId}`)
  expect(elements[0]).toMatchObject({ availability: 'FEW_LEFT' })
  const past = await givenShow(shop.db, { startsIn: '-1 hour' })
  expect(await read(`/eventshows/${past.showId}`)).not.toHaveProperty('availability')
})

test('sums up the shows to come of events, artists and locations, never a past one first', async () => {
  const [vienna, linz] = [await givenLocation(shop.db), await givenLocation(shop.db, { name: 'Kai', city: 'Linz' })]
  const artistId = await givenArtist(shop.db, { stageName: 'Sums' })
  const past = await givenShow(shop.db, { startsIn: '-9 days', artistId, locationId: vienna, title: 'Summed up' })
  const { eventId } = past
  const given = { eventId, artistId, pricePercent: 50 }
  const next = await givenShow(shop.db, { ...given, startsIn: '3 days', locationId: linz, price: 5_001 })
  await givenShow(shop.db, { ...given, startsIn: '4 days', locationId: vienna, price: 4_001 })

  const coming = { count: 2, priceFrom: 2_000, cityCount: 2, next: { id: next.showId, venue: 'Kai', city: 'Linz' } }
  expect((await read('/events?title=summed')).elements).toMatchObject([{ id: eventId, coming }])
  expect((await read('/artists?stageName=sums')).elements).toMatchObject([{ id: artistId, coming }])
  expect(await read(`/artists/${artistId}`)).toMatchObject({ coming, imageName: null, description: null })
  expect(await read(`/location/${vienna}`)).toMatchObject({ coming: { count: 1, priceFrom: 2_000 }, travelText: null })
  expect((await read('/location?name=kai')).elements).toMatchObject([{ id: linz, coming: { count: 1 } }])

  const event = await read(`/events/${eventId}`)
  expect(event.coming).toMatchObject(coming)
  const total = event.months.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  expect([total, event.months[0].month]).toEqual([2, expect.stringMatching(/^\d{4}-\d\d$/)])
})

test('counts the past shows that a search of coming ones leaves out', async () => {
  const { eventId } = await givenShow(shop.db, { startsIn: '-1 day', name: 'Left out' })
  await givenShow(shop.db, { startsIn: '-2 days', eventId, name: 'Left out' })
  await givenShow(shop.db, { eventId, name: 'Left out' })
  expect(await read('/eventshows?name=left&when=coming')).toMatchObject({ total: 1, pastTotal: 2 })
  expect(await read('/eventshows?name=left')).not.toHaveProperty('pastTotal')
})

test('leaves out the sum where no show is to come', async () => {
  const { eventId } = await givenShow(shop.db, { startsIn: '-1 day' })
  expect(await read(`/events/${eventId}`)).toMatchObject({ months: [] })
  expect(await read(`/events/${eventId}`)).not.toHaveProperty('coming')
})

test('filters shows by month and weekday in the calendar of the venue', async () => {
  const locationId = await givenLocation(shop.db)
  await sql`update locations set time_zone = 'Pacific/Auckland' where id = ${locationId}`.execute(shop.owner)
  const { showId, eventId } = await givenShow(shop.db, { locationId })
  // The first of March 2099 in Auckland, a Sunday, is still February in UTC.
  await sql`
    update event_shows set starts_at = '2099-02-28T12:00Z', ends_at = '2099-02-28T14:00Z' where id = ${showId}`.execute(
    shop.owner,
  )
  const found = async (filter: string) =>
    (await read(`/eventshows?eventId=${eventId}&${filter}`)).elements.map(({ id }: { id: number }) => id)
  expect(await found('month=2099-03')).toEqual([showId])
  expect(await found('month=2099-02')).toEqual([])
  expect(await found('weekday=7')).toEqual([showId])
  expect(await found('weekday=6')).toEqual([])
  expect((await read(`/events/${eventId}`)).months).toEqual([{ month: '2099-03', count: 1 }])
  expect((await shop.ask('GET', '/eventshows?month=2099-13')).statusCode).toBe(422)
  expect((await shop.ask('GET', '/eventshows?weekday=8')).statusCode).toBe(422)
})

test('shows the picture and texts of artists and locations, and the plans of a location', async () => {
  const [portrait, house] = [await givenImage(shop.db), await givenImage(shop.db)]
  const { showId, seatingPlanId } = await givenShow(shop.db, { seats: 3, standing: 10 })
  const { artist, location } = await read(`/eventshows/${showId}`)
  await sql`update artists set image_id = ${portrait.id}, description = 'Plays.' where id = ${artist.id}`.execute(
    shop.owner,
  )
  await sql`
    update locations set image_id = ${house.id}, travel_text = 'By tram.' where id = ${location.id}`.execute(shop.owner)
  expect(await read(`/artists/${artist.id}`)).toMatchObject({ imageName: portrait.name, description: 'Plays.' })
  expect(await read(`/location/${location.id}`)).toMatchObject({
    imageName: house.name,
    travelText: 'By tram.',
    plans: [{ id: seatingPlanId, capacity: 13, sectors: [{ name: 'Stalls' }, { name: 'Floor' }] }],
  })
  await sql`update images set created_at = shop_now() - interval '2 days'`.execute(shop.owner)
  const { rows } = await sql`select name from abandoned_images`.execute(shop.db)
  expect(rows).toEqual([])
})
