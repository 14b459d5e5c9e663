import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contract/overview.ts'
import type { ArtistId, LocationId, UserId } from '#domain/ids.ts'
import { enqueue, MAIL_FLAG } from '#server/db/jobs.sql.ts'
import { givenBankMovement, givenFailedRefund, givenPayment } from '#server/testing/given-payments.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenArtist, givenLocation, givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function overview(): Promise<Overview> {
  return (await shop.ask('GET', '/admin/overview', { as: admin })).json()
}

test('tells what a new shop has for its first sale', async () => {
  const nothing = { location: false, seatingPlan: false, artist: false, event: false, show: false }
  expect((await overview()).has).toEqual({ ...nothing, publishedShow: false })
  await givenLocation(shop.db)
  expect((await overview()).has).toEqual({ ...nothing, location: true, publishedShow: false })
  const { showId } = await givenShow(shop.db)
  await shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body: { isDraft: true, version: 1 } })
  const all = { location: true, seatingPlan: true, artist: true, event: true, show: true }
  expect((await overview()).has).toEqual({ ...all, publishedShow: false })
  await shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body: { version: 2 } })
  expect((await overview()).has).toEqual({ ...all, publishedShow: true })
})

test('counts what waits for an administrator', async () => {
  const before = (await overview()).waiting
  await givenProduct(shop.db, { state: 'PENDING' })
  await enqueue(shop.db, 'send-ticket-offer', { id: 0 }, { flag: MAIL_FLAG })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(shop.owner)
  const { showId } = await givenShow(shop.db)
  await shop.ask('POST', `/admin/shows/${showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })
  const locationId = await givenLocation(shop.db)
  await givenShow(shop.db, { locationId, startsIn: '5 days', lasts: '3 hours' })
  await givenShow(shop.db, { locationId, startsIn: '122 hours' })
  await givenShow(shop.db, { locationId, startsIn: '6 days' })
  await givenFailedRefund(shop.db, await givenPayment(shop.db, admin, 'TAKEN'))
  await givenPayment(shop.db, admin, 'CLOSED')
  await givenBankMovement(shop.db, admin)
  const { waiting } = await overview()
  expect(waiting).toEqual({
    products: before.products + 1,
    failedMails: expect.any(Number),
    cancellations: before.cancellations + 1,
    conflicts: before.conflicts + 2,
    payments: before.payments + 1,
    movements: before.movements + 1,
  })
  expect(waiting.failedMails).toBeGreaterThan(before.failedMails)
})

test('counts each coming show that overlaps another one of its location or artist', async () => {
  const before = (await overview()).waiting.conflicts
  const locations = [await givenLocation(shop.db), await givenLocation(shop.db)]
  const artists = [await givenArtist(shop.db), await givenArtist(shop.db)]
  const dice = fc.sample(
    fc.record({ start: fc.integer({ min: -3, max: 60 }), hours: fc.integer({ min: 1, max: 9 }) }),
    30,
  )
  const shows = dice.map(({ start, hours }, at) => ({
    start,
    end: start + hours,
    location: at % 2,
    artist: (at >> 1) % 2,
  }))
  for (const { start, end, location, artist } of shows) {
    // Each show counts from the moment at which it is created, so ten minutes keep neighbours apart.
    const times = { startsIn: `${start} hours 30 minutes`, lasts: `${end - start - 1} hours 50 minutes` }
    const parts = { locationId: locations[location] as LocationId, artistId: artists[artist] as ArtistId }
    await givenShow(shop.db, { ...times, ...parts })
  }
  const overlap = (one: (typeof shows)[number], other: (typeof shows)[number]) =>
    one !== other &&
    (one.location === other.location || one.artist === other.artist) &&
    other.start < one.end &&
    other.end > one.start
  const expected = shows.filter((one) => one.start >= 0 && shows.some((other) => overlap(one, other))).length
  expect((await overview()).waiting.conflicts - before, JSON.stringify(shows)).toBe(expected)
})
