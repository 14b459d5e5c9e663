import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { toOrder } from '#server/promises/buyers.ts'
import { countDeadlocks, countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const CUSTOMERS = 60

let shop: TestShop
const customers: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop()
  for (let count = 0; count < CUSTOMERS; count += 1) customers.push(await givenUser(shop.db))
})
afterAll(() => shop.close())

/** Reserves places of a show for a customer. Returns the tickets. */
async function reserved(as: UserId | undefined, { showId }: Show, placeIds: readonly (number | undefined)[]) {
  const body = { eventShowId: showId, seatingPlanPlaceIds: placeIds }
  const answer = await shop.ask('POST', '/tickets', { as, body })
  return answer.json<{ elements: { id: TicketId }[] }>().elements.map(({ id }) => id)
}

async function cancel(as: UserId | undefined, id: TicketId | undefined): Promise<number> {
  return (await shop.ask('DELETE', `/tickets/${id}`, { as })).statusCode
}

/** Reads how many people the standing place of a show holds, and how many tickets the show has. */
async function selectRest({ showId }: Show): Promise<{ occupied: number; tickets: number } | undefined> {
  const { rows } = await sql<{ occupied: number; tickets: number }>`
    select occupied, (select count(*)::int from tickets where event_show_id = ${showId}) as tickets
    from standing_occupancies where event_show_id = ${showId}`.execute(shop.db)
  return rows[0]
}

test('cancels reservations of seats and standing places together, each once, while others reserve', async () => {
  const show = await givenShow(shop.db, { seats: CUSTOMERS, standing: CUSTOMERS })
  const tickets = await race(CUSTOMERS, (index) =>
    reserved(customers[index], show, [show.seatIds[index], show.standingPlaceId]),
  )
  const kept = 10
  const deadlocks = await countDeadlocks(shop.db)
  const statuses = await race(CUSTOMERS - kept, async (index) => {
    const [seat, standing] = tickets[index] ?? []
    const cancelled = await Promise.all([seat, standing, standing].map((id) => cancel(customers[index], id)))
    const again = await reserved(customers[index], show, [show.standingPlaceId])
    return [...cancelled, await cancel(customers[index], again[0])]
  })
  expect(new Set(statuses.flat())).toEqual(new Set([204]))
  expect(await selectRest(show)).toEqual({ occupied: kept, tickets: 2 * kept })
  expect(await countDeadlocks(shop.db)).toBe(deadlocks)
  await expectCleanBooks(shop.db)
})

test('cancels those of a batch that can be cancelled, and tells the others why not', async () => {
  const show = await givenShow(shop.db, { seats: 3 })
  const [ada, bob] = customers
  const [adas, bobs, sold] = await Promise.all([
    reserved(ada, show, show.seatIds.slice(0, 1)),
    reserved(bob, show, show.seatIds.slice(1, 2)),
    reserved(ada, show, show.seatIds.slice(2, 3)),
  ])
  const { path, body } = toOrder(sold)
  expect((await shop.ask('POST', path, { as: ada, body })).statusCode).toBe(201)
  const statuses = await Promise.all([
    cancel(ada, adas[0]),
    cancel(ada, bobs[0]),
    cancel(ada, sold[0]),
    cancel(ada, 2_000_000_000 as TicketId),
    cancel(bob, bobs[0]),
  ])
  expect(statuses).toEqual([204, 404, 409, 204, 204])
})

const locks: [string, (tx: Tx, show: Show, id: TicketId) => Promise<unknown>][] = [
  ['ticket', (tx, _, id) => sql`select from tickets where id = ${id} for update`.execute(tx)],
  [
    'standing place',
    (tx, { showId }) => sql`select from standing_occupancies where event_show_id = ${showId} for update`.execute(tx),
  ],
]

/** Longer than a batch takes before the next one begins beside it. */
const BATCH_MS = 150

test.for(locks)('lets others go before several whose %s another transaction locks', async ([, lock]) => {
  const [show, other] = [await givenShow(shop.db, { standing: 3 }), await givenShow(shop.db, { seats: 1 })]
  const held = await race(3, (index) => reserved(customers[index], show, [show.standingPlaceId]))
  const [free] = await reserved(customers[3], other, other.seatIds)
  const ends: string[] = []
  const waiting = await shop.owner.transaction().execute(async (tx) => {
    for (const [id] of held) await lock(tx, show, id as TicketId)
    const sent: Promise<number>[] = []
    for (const [index, [id]] of held.entries()) {
      sent.push(cancel(customers[index], id).finally(() => ends.push('locked')))
      await wait(BATCH_MS)
    }
    expect(await countWaiting(shop.db)).toBe(1)
    expect(await cancel(customers[3], free)).toBe(204)
    ends.push('free')
    return { sent }
  })
  expect(await Promise.all(waiting.sent)).toEqual([204, 204, 204])
  expect(ends).toEqual(['free', 'locked', 'locked', 'locked'])
  expect(await selectRest(show)).toEqual({ occupied: 0, tickets: 0 })
})
