import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { type ConfirmingShop, openConfirmingShop, password } from '#server/testing/confirming-shop.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { refundCancelledShow } from '#server/features/cancellations/refund-cancelled-show.ts'
import { remindOfShows } from './reminders/remind-of-shows.ts'

const BUSY = '198.51.100.1'
const OTHER = '203.0.113.1'

let shop: ConfirmingShop

beforeAll(async () => {
  shop = await openConfirmingShop()
  // Counted attempts drain by time.
  await sql`
    create or replace function shop_now() returns timestamptz language sql stable parallel safe as ${sql.lit(
      `select timestamptz '${new Date().toISOString()}'`,
    )}`.execute(shop.owner)
})
beforeEach(() => shop.beginAnew())
afterAll(() => shop.close())

async function register(name: string, from: string): Promise<void> {
  const body = { firstName: 'Ada', lastName: 'New', email: `${name}@foyer.example`, password }
  expect((await shop.ask('POST', '/users', { body, from })).statusCode).toBe(201)
}

async function requestReset(name: string, from: string): Promise<void> {
  const body = { email: `${name}@foyer.example` }
  expect((await shop.ask('POST', '/password-resets', { body, from })).statusCode).toBe(204)
}

/** Buys tickets as a new customer. Returns the customer and the tickets. */
async function buyTickets(email: string, count = 1) {
  const as = await givenUser(shop.db, { email })
  const { showId, seatIds } = await givenShow(shop.db, { seats: count })
  const reserved = await shop.ask('POST', '/tickets', {
    as,
    body: { eventShowId: showId, seatingPlanPlaceIds: seatIds },
  })
  const ticketIds = reserved.json<{ elements: { id: number }[] }>().elements.map(({ id }) => id)
  const payer = { firstName: 'Ada', lastName: 'Guest', address: 'Ringstraße 1, 1010 Wien' }
  const body = { userPaymentInfoDto: payer, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
  const bought = await shop.ask('POST', '/orders', { as, body })
  expect(bought.statusCode, bought.body).toBe(201)
  return { as, ticketIds, showId }
}

/** Sends the mails that wait. Returns the names of their receivers in the order in which they were sent. */
const receivers = async () => (await doJobs(shop)).map(({ to }) => to.email.replace('@foyer.example', ''))

test('sends the codes that one network asks for after those of others, and after tickets and reset links', async () => {
  const waiting = await shop.register('waiting@foyer.example')
  for (const name of ['many-1', 'many-2', 'many-3']) await register(name, BUSY)
  expect((await shop.ask('POST', '/email-verifications', { as: waiting.as, from: BUSY })).statusCode).toBe(204)
  await register('many-5', BUSY)
  await register('other-1', OTHER)
  await register('other-2', OTHER)
  await givenUser(shop.db, { email: 'forgetful@foyer.example' })
  await requestReset('forgetful', OTHER)
  await buyTickets('buyer@foyer.example')
  expect(await receivers()).toEqual([
    ...['buyer', 'forgetful'],
    ...['many-1', 'other-1', 'many-2', 'other-2', 'many-3', 'waiting', 'many-5'],
  ])
})

test('sends the reset links that one network asks for after those of others', async () => {
  for (const name of ['known-1', 'known-2', 'known-3', 'owner']) {
    await givenUser(shop.db, { email: `${name}@foyer.example` })
  }
  for (const name of ['known-1', 'known-2', 'known-3']) await requestReset(name, BUSY)
  await requestReset('owner', OTHER)
  // A waiting mail keeps its place when a stranger asks for the same.
  await requestReset('owner', BUSY)
  expect(await receivers()).toEqual(['known-1', 'owner', 'known-2', 'known-3'])
})

test('sends further offers of tickets of an account after tickets and offers of others, and after codes', async () => {
  const { as, ticketIds } = await buyTickets('busy@foyer.example', 12)
  const other = await buyTickets('other@foyer.example')
  await doJobs(shop)
  const offer = async (giver: UserId, ticketId: number | undefined, email: string) => {
    const offered = await shop.ask('POST', `/tickets/${ticketId}/transfers`, { as: giver, body: { email } })
    expect(offered.statusCode, offered.body).toBe(204)
  }
  for (const [index, id] of ticketIds.entries()) await offer(as, id, `friend-${index + 1}@foyer.example`)
  await register('new', OTHER)
  await offer(other.as, other.ticketIds[0], 'sister@foyer.example')
  await buyTickets('late@foyer.example')
  const friends = ticketIds.map((_id, index) => `friend-${index + 1}`)
  expect(await receivers()).toEqual([
    ...['friend-1', 'sister', 'late', ...friends.slice(1, 10)],
    ...['new', ...friends.slice(10)],
  ])
  // The end of an offer causes a mail, too.
  expect((await shop.ask('DELETE', `/tickets/${ticketIds[0]}/transfers`, { as })).statusCode).toBe(204)
  await register('another', OTHER)
  expect(await receivers()).toEqual(['another', 'friend-1'])
})

test('sends mails to everybody of a show after orders, reset links and codes, and reminders last', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const reminded = await buyTickets('reminded@foyer.example')
  const told = await buyTickets('told@foyer.example')
  const cancelled = await buyTickets('cancelled@foyer.example')
  await doJobs(shop)
  await sql`
    update event_shows set starts_at = shop_now() + interval '20 hours', ends_at = shop_now() + interval '22 hours'
    where id = ${reminded.showId}`.execute(shop.owner)
  await sql`update tickets set bought_at = shop_now() - interval '3 days' where event_show_id = ${reminded.showId}`.execute(
    shop.owner,
  )
  await remindOfShows(shop.db)
  const { location } = (await shop.ask('GET', `/admin/shows/${told.showId}`, { as: admin })).json()
  const atVenue = `/admin/locations/${location.id}`
  const venue = (await shop.ask('GET', atVenue, { as: admin })).json()
  const body = { ...venue, address: 'Ring 8', travelText: '', isConfirmed: true }
  expect((await shop.ask('PUT', atVenue, { as: admin, body })).statusCode).toBe(200)
  const cancellation = { as: admin, body: { reason: 'Fire.' } }
  await shop.ask('POST', `/admin/shows/${cancelled.showId}/cancellation`, cancellation)
  await refundCancelledShow(shop.context, { showId: cancelled.showId })
  await register('newcomer', OTHER)
  await givenUser(shop.db, { email: 'lost@foyer.example' })
  await requestReset('lost', OTHER)
  await buyTickets('purchaser@foyer.example')
  expect(await receivers()).toEqual(['purchaser', 'lost', 'newcomer', 'told', 'cancelled', 'reminded'])
})

test('limits the confirmation mails of a network, registrations and repetitions together', async () => {
  const accounts = [await shop.register(), await shop.register()]
  await register('first', BUSY)
  // The network has caused 998 more.
  const { numAffectedRows } = await sql`
    update attempts set empty_at = shop_now() + 999 * interval '4 seconds'
    where empty_at = shop_now() + interval '4 seconds'`.execute(shop.db)
  expect(numAffectedRows).toBe(1n)
  const again = await Promise.all(
    accounts.map(({ as }) => shop.ask('POST', '/email-verifications', { as, from: BUSY })),
  )
  expect(again.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 429])
  const body = { firstName: 'Ada', lastName: 'New', email: 'later@foyer.example', password }
  expect((await shop.ask('POST', '/users', { body, from: BUSY })).statusCode).toBe(429)
  await register('later', OTHER)
})
