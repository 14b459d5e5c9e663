import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShowId, UserId } from '#domain/ids.ts'
import { givenArtist, givenLocation, givenShow, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop({ VAT_TICKETS: '10' })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function idsOf(filters: Record<string, string | number>): Promise<number[]> {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  const reply = await shop.ask('GET', `/eventshows?${query.toString()}`)
  expect([reply.statusCode, reply.body.slice(0, 100)]).toEqual([200, expect.any(String)])
  return reply.json().elements.map((show: { id: number }) => show.id)
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('finds a show that matches all filters, and none if one filter fails', async () => {
  const artistId = await givenArtist(shop.db, { firstName: 'Zoë', lastName: 'Krahl', stageName: 'La Volée' })
  const locationId = await givenLocation(shop.db, { name: 'Große Halle', city: 'Zürich', country: 'Schweiz' })
  const { showId, eventId } = await givenShow(shop.db, {
    artistId,
    locationId,
    name: 'Première',
    title: 'Nachtstück',
    price: 7e3,
    startsIn: '20 days',
    lasts: '3 hours',
  })
  await givenShow(shop.db, { startsIn: '40 days' })
  const filters = {
    eventId,
    locationId,
    name: 'premiere',
    eventName: 'NACHTSTUCK',
    locationName: 'grosse',
    city: 'zurich',
    country: 'schw',
    startDate: inDays(19),
    endDate: inDays(21),
    duration: 3 * 3600 + 1800,
    minPrice: 7_000,
    maxPrice: 7_000,
  }
  for (const artistName of ['zoe', 'krahl', 'volee', 'Zoe Krahl']) {
    expect(await idsOf({ ...filters, artistName })).toEqual([showId])
  }
  expect(await idsOf({ ...filters, artistName: 'nobody' })).toEqual([])
  expect(await idsOf({ ...filters, duration: 3 * 3600 + 1801 })).toEqual([])
  expect(await idsOf({ ...filters, minPrice: 7_001, maxPrice: 9_000 })).toEqual([])
  expect(await idsOf({ ...filters, startDate: inDays(20.1) })).toEqual([])
})

test('lists shows soonest first and reads one with all its parts', async () => {
  const late = await givenShow(shop.db, { startsIn: '6 days' })
  const soon = await givenShow(shop.db, { startsIn: '5 days', eventId: late.eventId })
  expect(await idsOf({ eventId: late.eventId })).toEqual([soon.showId, late.showId])
  const show = (await shop.ask('GET', `/eventshows/${soon.showId}`)).json()
  expect(show).toMatchObject({
    id: soon.showId,
    name: 'Evening',
    event: { id: late.eventId, title: 'The Seagull', type: 'THEATRE', imageName: null },
    artist: { firstName: 'Élise', lastName: 'Łukasz', stageName: '' },
    location: { name: 'Old House', city: 'Wien', postalCode: '1010', country: 'Austria', timeZone: 'Europe/Vienna' },
    seatingPlan: { id: soon.seatingPlanId, name: 'Small hall', version: expect.any(String) },
    price: 4_550,
  })
  expect((await shop.ask('GET', '/eventshows/999999')).statusCode).toBe(404)
})

test('tells the reservation limit of a show from the shop’s settings', async () => {
  for (const [settings, expected] of [
    [{}, 20],
    [{ MAX_RESERVATIONS_PER_SHOW: '4' }, 4],
    [{ MAX_RESERVATIONS_PER_SHOW: '500', MAX_RESERVATIONS: '100' }, 100],
  ] as const) {
    const own = await openTestShop(settings)
    try {
      const { showId } = await givenShow(own.db)
      expect((await own.ask('GET', `/eventshows/${showId}`)).json()).toMatchObject({ maxReservations: expected })
    } finally {
      await own.close()
    }
  }
})

test('creates a show with the current VAT and widens the times of its event', async () => {
  const { eventId, seatingPlanId } = await givenShow(shop.db, { startsIn: '10 days' })
  const locationId = await givenLocation(shop.db)
  const artistId = await givenArtist(shop.db)
  const body = {
    name: 'Extra',
    price: 1e3,
    eventId,
    seatingPlanId,
    locationId,
    artistId,
    startTime: inDays(3),
    endTime: inDays(3.1),
  }
  const reply = await shop.ask('POST', '/eventshows', { as: admin, body })
  expect(reply.statusCode).toBe(201)
  const { vat_percent } = await shop.db
    .selectFrom('event_shows')
    .select('vat_percent')
    .where('id', '=', reply.json().id)
    .executeTakeFirstOrThrow()
  expect(vat_percent).toBe(10)
  await shop.ask('POST', '/eventshows', { as: admin, body: { ...body, startTime: inDays(30), endTime: inDays(31) } })
  const event = (await shop.ask('GET', `/events/${eventId}`)).json()
  expect(event).toMatchObject({ startTime: body.startTime })
  expect(Date.parse(event.endTime)).toBeGreaterThan(Date.now() + 30 * 86_400_000)

  for (const [field, what] of [
    ['eventId', 'event'],
    ['locationId', 'location'],
    ['artistId', 'artist'],
    ['seatingPlanId', 'seating plan'],
  ] as const) {
    const missing = await shop.ask('POST', '/eventshows', { as: admin, body: { ...body, [field]: 999_999 } })
    expect([missing.statusCode, missing.body]).toEqual([404, `There is no such ${what}.`])
  }
  expect((await shop.ask('POST', '/eventshows', { as: await givenUser(shop.db), body })).statusCode).toBe(403)
})

test('refuses shows in the past and shows that end before they start', async () => {
  const { eventId, seatingPlanId } = await givenShow(shop.db)
  const parts = {
    name: 'Never',
    price: 0,
    eventId,
    seatingPlanId,
    locationId: await givenLocation(shop.db),
    artistId: await givenArtist(shop.db),
  }
  const attempt = async (startTime: string, endTime: string) => {
    const reply = await shop.ask('POST', '/eventshows', { as: admin, body: { ...parts, startTime, endTime } })
    return [reply.statusCode, reply.body]
  }
  expect(await attempt(inDays(-1), inDays(1))).toEqual([422, 'startTime: date must not be prior to today'])
  expect(await attempt(inDays(-2), inDays(-1))).toEqual([
    422,
    'startTime: date must not be prior to today\nendTime: date must not be prior to today',
  ])
  const moment = inDays(1)
  expect(await attempt(moment, moment)).toEqual([422, 'endTime: End date must be after start date'])
  expect(await attempt(inDays(2), inDays(1))).toEqual([422, 'endTime: End date must be after start date'])
})

test('keeps the earliest start and latest end of an event when shows are created at once', async () => {
  const { eventId, seatingPlanId } = await givenShow(shop.db, { startsIn: '50 days' })
  const parts = {
    price: 0,
    eventId,
    seatingPlanId,
    locationId: await givenLocation(shop.db),
    artistId: await givenArtist(shop.db),
  }
  const days = Array.from({ length: 20 }, (_, index) => 40 + index)
  const start = inDays(0).slice(10)
  const at = (day: number) => `${inDays(day).slice(0, 10)}${start}`
  const replies = await Promise.all(
    days.map((day) =>
      shop.ask('POST', '/eventshows', {
        as: admin,
        body: { ...parts, name: `Day ${day}`, startTime: at(day), endTime: at(day + 1) },
      }),
    ),
  )
  expect(replies.map((reply) => reply.statusCode)).toEqual(days.map(() => 201))
  const event = (await shop.ask('GET', `/events/${eventId}`)).json()
  expect([event.startTime, event.endTime]).toEqual([at(40), at(60)])
})

test('counts every show as either coming or past by the shop’s clock', async () => {
  const running = await givenShow(shop.db, { startsIn: '-1 hour' })
  const { eventId } = running
  const { showId: over } = await givenShow(shop.db, { eventId, startsIn: '-3 days' })
  const { showId: next } = await givenShow(shop.db, { eventId, startsIn: '1 hour' })
  expect(await idsOf({ eventId, when: 'past' })).toEqual([over, running.showId])
  expect(await idsOf({ eventId, when: 'coming' })).toEqual([next])
})

test('lists the shows of an artist, of a location and of a plan at the desk', async () => {
  const one = await givenShow(shop.db)
  await givenShow(shop.db)
  for (const filter of [`seatingPlanId=${one.seatingPlanId}`, ...(await partsOf(one.showId))]) {
    const reply = await shop.ask('GET', `/admin/shows?${filter}`, { as: admin })
    expect([filter, reply.json().elements.map(({ id }: { id: number }) => id)]).toEqual([filter, [one.showId]])
  }
})

async function partsOf(showId: ShowId): Promise<string[]> {
  const { artist, location } = (await shop.ask('GET', `/eventshows/${showId}`, { as: admin })).json()
  return [`artistId=${artist.id}`, `locationId=${location.id}`]
}
