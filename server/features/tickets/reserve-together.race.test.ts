import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceId, UserId } from '#domain/ids.ts'
import { openLanes } from '#server/db/connection-shares.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { APART } from '#server/db/customer-batch.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { insertSeatReservations } from './reservations.sql.ts'
import { reserveTickets } from './reserve-tickets.ts'
import { type ReserveRequest, type ReserveTogether, reservingTogether } from './reserve-together.ts'

let shop: TestShop
let otherDb: Db
/** The reservations of one server. Requests in the same tick are decided in one batch. */
let together: ReserveTogether
const users: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop()
  otherDb = connect(shop.databaseUrl)
  together = reservingTogether(shop.context)
  for (let count = 0; count < 24; count += 1) users.push(await givenUser(shop.db))
})
afterAll(async () => {
  await otherDb.destroy()
  await shop.close()
})

function wants(user: number, { showId }: Show, placeIds: readonly PlaceId[], key?: string): ReserveRequest {
  const request = { call: 'reserve', showId, placeIds }
  const userId = users[user] as UserId
  return { userId, isAdmin: false, showId, placeIds, clientNetwork: null, request, idempotencyKey: key }
}

/** A ticket for the standing place, where others are named by the index of their seat. */
const STANDS = -1

/** Decides requests in one batch. Returns the seats of each by index, or the code of its refusal. */
async function decide(show: Show, requests: readonly ReserveRequest[]) {
  const results = await Promise.allSettled(requests.map((request) => together(request)))
  return results.map((result) => {
    if (result.status === 'rejected') return (result.reason as { code?: string }).code
    if (result.value === APART) return 'apart'
    return result.value.elements.map(({ placeId }) => show.seatIds.indexOf(placeId as PlaceId))
  })
}

const seatsOf = ({ seatIds }: Show, ...seats: number[]) => seats.map((at) => seatIds[at] as PlaceId)

test('decides the requests of a batch in their order: all seats, or none', async () => {
  const show = await givenShow(shop.db, { seats: 5 })
  const requests = [
    wants(0, show, seatsOf(show, 0, 1)),
    wants(1, show, seatsOf(show, 1, 2)),
    wants(2, show, seatsOf(show, 2, 3)),
    wants(3, show, [show.standingPlaceId, ...seatsOf(show, 4)]),
    wants(4, show, [0 as PlaceId]),
  ]
  expect(await decide(show, requests)).toEqual([[0, 1], 'seats_taken', [2, 3], [4, STANDS], 'places_not_bookable'])
  await expectCleanBooks(shop.db)
})

/** Decides two requests for a seat while another server takes the other seat of the first, or gives it up. */
async function besideAnotherServer(end: 'commit' | 'rollback') {
  const show = await givenShow(shop.db, { seats: 2, standing: 2 })
  const [taken] = show.seatIds as [PlaceId]
  const rival = await otherDb.startTransaction().execute()
  const reservedUntil = new Date(Date.now() + 3_600_000)
  const places = [{ id: taken, price: 100 as never }]
  const rivalId = users[9] as UserId
  await insertSeatReservations(rival, { ...show, userId: rivalId, clientNetwork: null, reservedUntil, places })
  const twoStand = [show.standingPlaceId, show.standingPlaceId]
  const decided = decide(show, [
    wants(0, show, [...seatsOf(show, 0, 1), ...twoStand]),
    wants(1, show, seatsOf(show, 1)),
    wants(2, show, twoStand),
  ])
  await expect.poll(() => countWaiting(shop.owner)).toBe(1)
  await rival[end]().execute()
  return decided
}

test('reserves nothing for a request that loses one seat to another server, and decides again whom it had beaten', async () => {
  expect(await besideAnotherServer('commit')).toEqual(['seats_taken', [1], [STANDS, STANDS]])
  await expectCleanBooks(shop.db)
})

test('control: the same request wins and beats the other one when the other server gives up', async () => {
  expect(await besideAnotherServer('rollback')).toEqual([[0, 1, STANDS, STANDS], 'seats_taken', 'standing_full'])
  await expectCleanBooks(shop.db)
})

test('fills a standing place in the order of arrival, with the room of expired reservations', async () => {
  const show = await givenShow(shop.db, { standing: 3 })
  const stands = (people: number) => Array.from({ length: people }, () => show.standingPlaceId)
  expect(await decide(show, [wants(0, show, stands(2)), wants(1, show, stands(2)), wants(2, show, stands(1))])).toEqual(
    [[STANDS, STANDS], 'standing_full', [STANDS]],
  )
  await sql`update tickets set reserved_until = shop_now() where event_show_id = ${show.showId}`.execute(shop.db)
  expect(await decide(show, [wants(3, show, stands(3)), wants(4, show, stands(1))])).toEqual([
    [STANDS, STANDS, STANDS],
    'standing_full',
  ])
  await expectCleanBooks(shop.db)
})

test('one request whose work fails does not fail its batch', async () => {
  const show = await givenShow(shop.db, { seats: 2 })
  const poisoned = { ...wants(1, show, seatsOf(show, 1), 'poisoned'), userId: 0 as UserId }
  const results = await Promise.allSettled([together(wants(0, show, seatsOf(show, 0), 'fine')), together(poisoned)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('gives the same answer to requests with the same key, in one batch and at two servers', async () => {
  const show = await givenShow(shop.db, { seats: 24 })
  const elsewhere = { ...shop.context, db: otherDb, lanes: openLanes(shop.context.settings) }
  const servers = [shop.context, elsewhere].map((context) => ({ context, together: reservingTogether(context) }))
  const replies = await race(96, (index) => {
    const server = servers[index % 2] as (typeof servers)[number]
    const user = Math.floor(index / 4)
    const asked = { userId: users[user] as UserId, showId: show.showId, placeIds: seatsOf(show, user), network: 'home' }
    return reserveTickets(server.context, { ...asked, idempotencyKey: 'the same key' }, server.together, (work) =>
      work(),
    )
  })
  const ticketIds = replies.map(({ elements }) => elements[0]?.id)
  expect(new Set(ticketIds).size).toBe(24)
  expect(ticketIds.every((id, index) => id === ticketIds[index - (index % 4)])).toBe(true)
  await expectCleanBooks(shop.db)
})

test('forgets the key of a refused request, so that a repetition is decided anew', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  expect(await decide(show, [wants(5, show, seatsOf(show, 0)), wants(6, show, seatsOf(show, 0), 'again')])).toEqual([
    [0],
    'seats_taken',
  ])
  await sql`delete from tickets where event_show_id = ${show.showId}`.execute(shop.owner)
  expect(await decide(show, [wants(6, show, seatsOf(show, 0), 'again')])).toEqual([[0]])
})

test('forgets the key of a refused request whose first result is gone', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds }
  const reserve = (user: number, key: string) =>
    shop.ask('POST', '/tickets', { as: users[user], body, headers: { 'idempotency-key': key } })
  const release = async (user: number, reply: Awaited<ReturnType<typeof reserve>>) =>
    shop.ask('DELETE', `/tickets/${reply.json().elements[0].id}`, { as: users[user] })
  await release(7, await reserve(7, 'gone'))
  const other = await reserve(8, 'other')
  const again = await reserve(7, 'gone')
  expect([other.statusCode, again.statusCode, again.headers['x-problem']]).toEqual([201, 409, 'seats_taken'])
  const { rows } = await sql`select from idempotency_keys where key = 'gone'`.execute(shop.db)
  expect(rows).toEqual([])
  await release(8, other)
  const [reply, repeated] = [await reserve(7, 'gone'), await reserve(7, 'gone')]
  expect([reply.statusCode, repeated.statusCode]).toEqual([201, 201])
  expect(repeated.json()).toEqual(reply.json())
})

test('keeps the limit of a customer whose requests race at two servers', async () => {
  const show = await givenShow(shop.db, { seats: 60 })
  const servers = [shop.context, { ...shop.context, db: otherDb, lanes: openLanes(shop.context.settings) }].map(
    (context) => ({
      context,
      together: reservingTogether(context),
    }),
  )
  const results = await Promise.allSettled(
    show.seatIds.map((placeId, index) => {
      const { context, together } = servers[index % 2] as (typeof servers)[number]
      const asked = { userId: users[20] as UserId, showId: show.showId, placeIds: [placeId], network: 'home' }
      return reserveTickets(context, asked, together, (work) => work())
    }),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})

test('decides a request apart whose customer another transaction works on', async () => {
  const show = await givenShow(shop.db, { seats: 2 })
  const busy = await otherDb.startTransaction().execute()
  await sql`select from users where id = ${users[0]} for no key update`.execute(busy)
  expect(await decide(show, [wants(0, show, seatsOf(show, 0)), wants(1, show, seatsOf(show, 1))])).toEqual([
    'apart',
    [1],
  ])
  await busy.rollback().execute()
})
