import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenArtist, givenLocation, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

const HOUR_MS = 3_600_000
/** A show at 18:00 UTC, so many days from now. */
function evening(days: number, hours = 2) {
  const start = new Date(Date.now() + days * 24 * HOUR_MS).setUTCHours(18, 0, 0, 0)
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + hours * HOUR_MS).toISOString() }
}

/** Creates an event with a show, and returns the parts for a series of it. */
async function givenParts(days = 400) {
  const [artistId, locationId] = [await givenArtist(shop.db), await givenLocation(shop.db)]
  const { eventId, seatingPlanId, showId } = await givenShow(shop.db, { artistId, locationId, startsIn: '400 days' })
  // In the evening at any time of the test.
  const { startTime, endTime } = evening(days)
  await shop.db
    .updateTable('event_shows')
    .set({ starts_at: new Date(startTime), ends_at: new Date(endTime) })
    .where('id', '=', showId)
    .execute()
  return { parts: { name: 'Evening', price: 4_550, eventId, artistId, locationId, seatingPlanId }, showId }
}

const create = (body: object, key?: string) =>
  shop.ask('POST', '/admin/shows', { as: admin, body, headers: key ? { 'idempotency-key': key } : {} })
const check = async (body: object) =>
  (await shop.ask('POST', '/admin/shows/check', { as: admin, body })).json().elements
const countOf = async (eventId: number) =>
  (await shop.ask('GET', `/admin/shows?eventId=${eventId}&pageSize=100`, { as: admin })).json().total

test('creates all shows of a series, once per Idempotency-Key', async () => {
  const { parts } = await givenParts()
  const times = Array.from({ length: 20 }, (_, index) => evening(10 + index))
  const replies = await race(4, () => create({ ...parts, times }, 'a series'))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies[0]?.json().elements).toHaveLength(20)
  expect(await countOf(parts.eventId)).toBe(21)
  const event = (await shop.ask('GET', `/events/${parts.eventId}`)).json()
  expect(event.startTime).toBe(times[0]?.startTime)
  expect((await create({ ...parts, times: times.slice(1) }, 'a series')).statusCode).toBe(422)
})

test('creates a single show once per Idempotency-Key', async () => {
  const { parts } = await givenParts()
  const body = { ...parts, ...evening(10) }
  const one = (content: object) =>
    shop.ask('POST', '/eventshows', { as: admin, body: content, headers: { 'idempotency-key': 'a show' } })
  const replies = await race(4, () => one(body))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map((reply) => JSON.stringify(reply.json()))).size).toBe(1)
  expect(await countOf(parts.eventId)).toBe(2)
  expect((await one({ ...body, price: 1 })).statusCode).toBe(422)
})

test('creates none if one is wrong, and names it', async () => {
  const { parts } = await givenParts()
  const wrong = { ...evening(12), endTime: evening(11).endTime }
  const reply = await create({ ...parts, times: [evening(10), wrong] })
  expect([reply.statusCode, reply.body]).toEqual([422, 'times.1.endTime: End date must be after start date'])
  const many = await create({ ...parts, times: Array.from({ length: 201 }, (_, index) => evening(10 + index)) })
  expect([many.statusCode, many.body]).toEqual([422, 'times: A series has at most 200 shows'])
  expect((await create({ ...parts, times: [] })).statusCode).toBe(422)
  expect((await create({ ...parts, times: [evening(10)], artistId: 999_999 })).statusCode).toBe(404)
  expect(await countOf(parts.eventId)).toBe(1)
})

test('finds what is odd, and creates it only when it is confirmed', async () => {
  const { parts } = await givenParts()
  const { parts: other, showId } = await givenParts(401)
  const taken = (await shop.ask('GET', `/admin/shows/${showId}`, { as: admin })).json()
  const { startTime, endTime } = taken
  const odd = { ...parts, price: 0, artistId: other.artistId, times: [evening(10, 9), { startTime, endTime }] }
  expect(await check(odd)).toEqual([
    { code: 'FREE_OF_CHARGE' },
    { code: 'LONG_SHOW', at: 0 },
    { code: 'ARTIST_TAKEN', at: 1, show: { id: showId, title: 'The Seagull', startTime, timeZone: 'Europe/Vienna' } },
  ])
  const refused = await create(odd)
  expect([refused.statusCode, refused.body]).toEqual([409, 'Please confirm these shows first: 3 warnings.'])
  expect((await create({ ...odd, isConfirmed: true })).statusCode).toBe(201)
  // The specification's call asks nothing.
  const { times: _, ...single } = odd
  const spec = await shop.ask('POST', '/eventshows', { as: admin, body: { ...single, ...evening(10, 9) } })
  expect(spec.statusCode).toBe(201)
})

test('finds overlaps at the place, also with a plan of another location, but not of a show with itself', async () => {
  const { parts, showId } = await givenParts()
  const show = (await shop.ask('GET', `/admin/shows/${showId}`, { as: admin })).json()
  const times = [{ startTime: show.startTime, endTime: show.endTime }]
  expect(await check({ ...parts, times, showId })).toEqual([])
  const elsewhere = await givenLocation(shop.db)
  await shop.owner
    .updateTable('seating_plans')
    .set({ location_id: elsewhere })
    .where('id', '=', parts.seatingPlanId)
    .execute()
  const artistId = await givenArtist(shop.db)
  const found = await check({ ...parts, artistId, times })
  expect(found.map(({ code }: { code: string }) => code)).toEqual(['PLAN_OF_OTHER_LOCATION', 'PLACE_TAKEN'])
})
