import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { NewOrder } from '#contract/orders.ts'
import type { MerchandisePurchaseId, TicketId, UserId } from '#domain/ids.ts'
import type { Problem } from '#domain/problem.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { orderCalls } from '#server/testing/order-calls.ts'
import { userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { orderingTogether } from './order-together.ts'
import { placeOrder } from './place-order.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const { order, putInCart, reserveOne } = orderCalls(() => shop)

type BatchedOrder = { as: UserId; ticketIds?: number[]; lineIds?: number[]; expectedTotal?: number }

/** Places orders in one batch. Returns the invoice of each, or the code of its refusal. */
function orderTogether(orders: readonly BatchedOrder[]) {
  const together = orderingTogether(shop.context)
  return orders.map(({ as, ticketIds = [], lineIds = [], expectedTotal }, index) => {
    const items = { ticketIds: ticketIds as TicketId[], merchandiseIds: lineIds as MerchandisePurchaseId[] }
    const placed: NewOrder = { userPaymentInfoDto, paymentType: 'VISA', ...items, expectedTotal }
    const request = { userId: as, order: placed, idempotencyKey: `batch ${index}` }
    return placeOrder(shop.context, request, together, (work) => work()).then(
      ({ id }) => id,
      ({ code }: Problem) => code,
    )
  })
}

/** Counts the transactions that wrote invoices. */
async function transactionsOf(invoiceIds: readonly unknown[]): Promise<number | undefined> {
  const { rows } = await sql<{ transactions: number }>`
    select count(distinct xmin::text) as transactions from invoices
    where id = any(${invoiceIds}::int[])`.execute(shop.owner)
  return rows[0]?.transactions
}

test('decides each order of a batch by itself, in one transaction that waits for no customer', async () => {
  const show = await givenShow(shop.db, { seats: 6 })
  const users = await race(6, () => givenUser(shop.db))
  const [ada, thief, bob, eve, mia, dan] = users as [UserId, UserId, UserId, UserId, UserId, UserId]
  const tickets = await Promise.all(users.map((as, index) => reserveOne(as, show, show.seatIds[index])))
  const [adas, , bobs, eves, mias, dans] = tickets as [number, number, number, number, number, number]
  const [adasInvoice] = await Promise.all(orderTogether([{ as: ada, ticketIds: [adas] }]))

  const working = await shop.db.startTransaction().execute()
  await working.selectFrom('users').select('id').where('id', '=', mia).forNoKeyUpdate().execute()
  const [first, stolen, bought, changed, apart, alsoBought] = orderTogether([
    { as: ada, ticketIds: [adas] },
    { as: thief, ticketIds: [bobs] },
    { as: bob, ticketIds: [bobs] },
    { as: eve, ticketIds: [eves], expectedTotal: 1 },
    { as: mia, ticketIds: [mias] },
    { as: dan, ticketIds: [dans] },
  ])
  const decided = await Promise.race([Promise.all([first, stolen, bought, changed, alsoBought]), wait(5_000)])
  await working.commit().execute()
  expect(decided).toEqual([adasInvoice, 'not_found', expect.any(Number), 'prices_changed', expect.any(Number)])
  expect(await transactionsOf([decided?.[2], decided?.[4]])).toBe(1)
  expect(await apart).toEqual(expect.any(Number))
})

test('waits in no batch for the first attempt of a repeated request', async () => {
  const show = await givenShow(shop.db, { seats: 2 })
  const [mia, bob] = [await givenUser(shop.db), await givenUser(shop.db)]
  const [mias, bobs] = [await reserveOne(mia, show, show.seatIds[0]), await reserveOne(bob, show, show.seatIds[1])]
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<{ id: number }>()]
  const first = inTransaction(shop.db, (tx) =>
    runIdempotentRequest(tx, { userId: mia, key: 'batch 0', request: 'first attempt' }, () => {
      begun.resolve()
      return end.promise
    }),
  )
  await begun.promise
  // Locks of one number are those of shows. Hashes of chosen keys could be any number.
  const { rows: locks } = await sql<{ numbers: number }>`
    select objsubid::int as numbers from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`.execute(shop.db)
  const [repeated, bought] = orderTogether([
    { as: mia, ticketIds: [mias] },
    { as: bob, ticketIds: [bobs] },
  ])
  const boughtMeanwhile = await Promise.race([bought, wait(5_000)])
  end.resolve({ id: 1 })
  await first
  expect(boughtMeanwhile).toEqual(expect.any(Number))
  expect(locks).toEqual([{ numbers: 2 }])
  expect(await repeated).toBe('idempotency_key_reused')
})

test('neither locks nor waits for tickets of others that an order names', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  const show = await givenShow(shop.db)
  const [beas, adas] = [await reserveOne(bea, show, show.seatIds[0]), await reserveOne(ada, show, show.seatIds[1])]
  await shop.db.transaction().execute(async (tx) => {
    await sql`select 1 from tickets where id = ${beas} for update`.execute(tx)
    const answer = await Promise.race([order(ada, { ticketIds: [adas, beas] }), wait(5_000)])
    expect(answer?.body).toBe('There is no such ticket.')
  })
  const refused = await shop.db.transaction().execute(async (tx) => {
    await sql`select 1 from tickets where id = ${adas} for update`.execute(tx)
    const waiting = order(ada, { ticketIds: [adas, beas] })
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    const answer = await Promise.race([order(bea, { ticketIds: [beas] }), wait(5_000)])
    expect(answer?.statusCode).toBe(201)
    return { waiting }
  })
  expect((await refused.waiting).body).toBe('There is no such ticket.')
})

test('sells the pieces that are left to the first orders of a batch, in one transaction', async () => {
  const show = await givenShow(shop.db, { seats: 6 })
  const [mug, shirt] = [await givenProduct(shop.db, { stock: 3 }), await givenProduct(shop.db, { points: 300 })]
  const users = await race(6, () => givenUser(shop.db, { points: 300 }))
  const [ada, bob, cem, eve, mia, dan] = users as [UserId, UserId, UserId, UserId, UserId, UserId]
  const ticketOf = new Map<UserId, number>()
  for (const [index, as] of users.entries()) ticketOf.set(as, await reserveOne(as, show, show.seatIds[index]))
  const withTicket = (as: UserId, ...lineIds: number[]) => ({ as, ticketIds: [ticketOf.get(as) ?? 0], lineIds })
  const adas = await putInCart(ada, mug, 2)
  const orders = [
    withTicket(ada, adas),
    withTicket(bob, await putInCart(bob, mug, 2), await putInCart(bob, shirt, 1)),
    withTicket(cem, await putInCart(cem, mug, 1), await putInCart(cem, shirt, 1, true)),
    withTicket(eve, await putInCart(eve, shirt, 2, true)),
    withTicket(mia, adas),
    { as: dan, lineIds: [await putInCart(dan, shirt, 1)] },
  ]
  const decided = await Promise.all(orderTogether(orders))
  const [first, left, alone] = [decided[0], decided[2], decided[5]]
  const [, soldOut, , tooFewPoints, foreign] = decided
  expect([soldOut, tooFewPoints, foreign]).toEqual(['out_of_stock', 'not_enough_points', 'not_found'])
  expect([first, left, alone]).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  expect(await transactionsOf([first, left, alone])).toBe(1)

  const carts = await race(6, (index) => shop.ask('GET', '/carts', { as: users[index] }))
  expect(carts.map((reply) => reply.json().merchandisePurchases.length)).toEqual([0, 2, 0, 1, 0, 0])
  const details = await race(6, (index) => shop.ask('GET', '/users/detail', { as: users[index] }))
  const POINTS_OF_THE_MUG = 12
  expect(details[2]?.json().points).toBe(POINTS_OF_THE_MUG)
})
