import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, PlaceId, ProductId, ShowId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const giveUp = (as: UserId, id: PaymentId) => shop.ask('DELETE', `/payments/${id}`, { as })
const putInCart = async (as: UserId, merchandiseProductId: ProductId, quantity: number): Promise<number> =>
  (await shop.ask('POST', '/merchandise/purchases', { as, body: { merchandiseProductId, quantity } })).json().id
const settleAtDesk = (id: PaymentId) =>
  shop.ask('POST', `/admin/desk-payments/${id}/settle`, { as: shop.admin, body: { receipt: '4711' } })
const soldTo = async (userId: UserId) => {
  const { rows } = await sql<{ quantity: number }>`
    select coalesce(sum(quantity), 0) as quantity from merchandise_sales where user_id = ${userId}`.execute(shop.db)
  return rows[0]?.quantity
}
const refundsOf = (id: PaymentId) =>
  shop.db.selectFrom('refunds').select(['reason', 'amount']).where('payment_id', '=', id).execute()

/** A customer with a transfer for a standing place or for merchandise. `anew` takes the same again. */
async function givenOpen(what: 'a standing place' | 'merchandise' = 'a standing place') {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { price: 4_550, startsIn: '30 days' })
  const mug = await givenProduct(shop.db, { price: 4_550, itemsPerCustomer: 10 })
  const anew = async () =>
    what === 'merchandise'
      ? { merchandiseIds: [await putInCart(ada, mug, 1)] }
      : { ticketIds: await shop.reserve(ada, show, [show.standingPlaceId]) }
  const items = await anew()
  const payment = (await shop.start(ada, 'transfer', items)).json()
  const id: PaymentId = payment.id
  const giveUpNow = () => giveUp(ada, id)
  return { ada, show, anew, items, giveUpNow, id, line: { amount: '45.50', purpose: referenceOf({ payment }) } }
}

/** A customer who gave up such a transfer, and wants the same items still. */
async function givenGivenUp(what: 'a standing place' | 'merchandise') {
  const given = await givenOpen(what)
  await given.giveUpNow()
  return given
}

test.each(['a standing place', 'merchandise'] as const)(
  'owes back late money for %s that another order has bought, and books the rest of the statement',
  async (what) => {
    const { ada, items, id, line } = await givenGivenUp(what)
    const second = (await shop.start(ada, 'desk', items)).json()
    expect((await settleAtDesk(second.id)).statusCode).toBe(200)
    const other = await shop.givenOpenPayment('transfer')
    const statement = camt([line, { amount: '91.00', purpose: referenceOf(other) }])
    expect(await shop.book(statement)).toMatchObject({ booked: 2, open: 0 })
    expect(await shop.paymentOf(other.ada, other.id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
    expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: null })
    expect(await refundsOf(id)).toEqual([{ reason: 'LATE', amount: 4_550 }])
  },
)

test.each(['a standing place', 'merchandise'] as const)(
  'owes back late money for %s that another payment is for, which can still be paid',
  async (what) => {
    const { ada, items, id, line } = await givenGivenUp(what)
    const second = (await shop.start(ada, 'desk', items)).json()
    expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
    expect(await refundsOf(id)).toEqual([{ reason: 'LATE', amount: 4_550 }])
    expect((await settleAtDesk(second.id)).statusCode).toBe(200)
  },
)

test.each([
  ['a standing place', 'bought', true],
  ['a standing place', 'is paying for', false],
  ['merchandise', 'bought', true],
  ['merchandise', 'is paying for', false],
] as const)('owes back late money for %s that the customer %s anew', async (what, _, isPaid) => {
  const { ada, items, id, line, anew } = await givenGivenUp(what)
  const [lineId] = 'merchandiseIds' in items ? items.merchandiseIds : []
  if (lineId) await shop.ask('DELETE', `/merchandise/purchases/${lineId}`, { as: ada })
  const { id: second } = (await shop.start(ada, 'desk', await anew())).json()
  if (isPaid) expect((await settleAtDesk(second)).statusCode).toBe(200)
  expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
  expect(await refundsOf(id)).toEqual([{ reason: 'LATE', amount: 4_550 }])
})

test('books late money for a standing place beside an order that was made before', async () => {
  const { ada, show, line, id, giveUpNow } = await givenOpen()
  const ticketIds = await shop.reserve(ada, show, [show.standingPlaceId])
  const other = (await shop.start(ada, 'desk', { ticketIds })).json()
  await giveUpNow()
  expect((await settleAtDesk(other.id)).statusCode).toBe(200)
  expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
})

test('owes back late money for a standing place that the customer has bought at the box office', async () => {
  const { items, id, line } = await givenGivenUp('a standing place')
  const body = { ...items, paymentType: 'CASH' }
  expect((await shop.ask('POST', '/admin/reservations/payments', { as: shop.admin, body })).statusCode).toBe(201)
  expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
  expect(await refundsOf(id)).toEqual([{ reason: 'LATE', amount: 4_550 }])
})

test('owes back late money for merchandise that the customer has bought with points', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db, { price: 4_550, startsIn: '30 days' })
  const mug = await givenProduct(shop.db, { points: 50, stock: 100, itemsPerCustomer: 100 })
  const body = { merchandiseProductId: mug, quantity: 2, usePoints: true }
  const line = (await shop.ask('POST', '/merchandise/purchases', { as: ada, body })).json().id
  const ticketIds = await shop.reserve(ada, show, show.seatIds.slice(0, 1))
  const payment = (await shop.start(ada, 'transfer', { ticketIds, merchandiseIds: [line] })).json()
  await giveUp(ada, payment.id)
  const atOnce = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [], merchandiseIds: [line] }
  expect((await shop.ask('POST', '/orders', { as: ada, body: atOnce })).statusCode).toBe(201)
  await shop.book(camt([{ amount: '45.50', purpose: referenceOf({ payment }) }]))
  expect(await soldTo(ada)).toBe(2)
  expect(await refundsOf(payment.id)).toEqual([{ reason: 'LATE', amount: 4_550 }])
})

test('sells no more merchandise for late money than a customer may buy', async () => {
  const ada = await givenUser(shop.db)
  const mug = await givenProduct(shop.db, { price: 1_000, stock: 100, itemsPerCustomer: 2 })
  const lines = []
  for (let given = 0; given < 3; given += 1) {
    const lineId = await putInCart(ada, mug, 2)
    const payment = (await shop.start(ada, 'transfer', { merchandiseIds: [lineId] })).json()
    await giveUp(ada, payment.id)
    await shop.ask('DELETE', `/merchandise/purchases/${lineId}`, { as: ada })
    lines.push({ amount: '20.00', purpose: referenceOf({ payment }) })
  }
  expect(await shop.book(camt(lines))).toMatchObject({ booked: 3 })
  expect(await soldTo(ada)).toBe(2)

  const bea = await givenUser(shop.db)
  const former = await putInCart(bea, mug, 2)
  const late = (await shop.start(bea, 'transfer', { merchandiseIds: [former] })).json()
  await giveUp(bea, late.id)
  await shop.ask('DELETE', `/merchandise/purchases/${former}`, { as: bea })
  expect((await shop.start(bea, 'desk', { merchandiseIds: [await putInCart(bea, mug, 1)] })).statusCode).toBe(201)
  await shop.book(camt([{ amount: '20.00', purpose: referenceOf({ payment: late }) }]))
  expect(await refundsOf(late.id)).toEqual([{ reason: 'LATE', amount: 2_000 }])

  const eve = await givenUser(shop.db)
  const two = (await shop.start(eve, 'transfer', { merchandiseIds: [await putInCart(eve, mug, 2)] })).json()
  await giveUp(eve, two.id)
  await shop.owner.updateTable('merchandise_products').set({ items_per_customer: 1 }).where('id', '=', mug).execute()
  await shop.book(camt([{ amount: '20.00', purpose: referenceOf({ payment: two }) }]))
  expect(await refundsOf(two.id)).toEqual([{ reason: 'LATE', amount: 2_000 }])
})

test('gives no more free tickets for late money than a customer may have', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { price: 0, seats: 22, startsIn: '30 days' })
  const paymentFor = async (places: readonly PlaceId[]) => {
    const line = await putInCart(ada, await givenProduct(shop.db, { price: 100 }), 1)
    const items = { ticketIds: await shop.reserve(ada, show, places), merchandiseIds: [line] }
    const payment = (await shop.start(ada, 'transfer', items)).json()
    await giveUp(ada, payment.id)
    for (const id of items.ticketIds) await shop.ask('DELETE', `/tickets/${id}`, { as: ada })
    await shop.ask('DELETE', `/merchandise/purchases/${line}`, { as: ada })
    return payment
  }
  const payments = [await paymentFor(show.seatIds.slice(0, 20)), await paymentFor(show.seatIds.slice(20))]
  await shop.book(camt(payments.map((payment) => ({ amount: '1.00', purpose: referenceOf({ payment }) }))))
  expect(await soldTo(ada)).toBe(1)
  expect(await refundsOf(payments[1].id)).toEqual([{ reason: 'LATE', amount: 100 }])
})

test('keeps a show whose late money may still come', async () => {
  const { ada, items, id } = await givenGivenUp('a standing place')
  const [ticketId] = 'ticketIds' in items ? items.ticketIds : []
  expect((await shop.ask('DELETE', `/tickets/${ticketId}`, { as: ada })).statusCode).toBe(204)
  const { rows } = await sql<{ showId: number }>`
    select event_show_id as "showId" from pending_order_items item
    join payments on payments.pending_order_id = item.pending_order_id where payments.id = ${id}`.execute(shop.db)
  const path = `/admin/shows/${rows[0]?.showId}`
  expect((await shop.ask('GET', path, { as: shop.admin })).json()).toMatchObject({ isDeletable: false })
  const kept = await shop.ask('DELETE', path, { as: shop.admin })
  expect([kept.statusCode, kept.body]).toEqual([
    409,
    "This show can't be deleted because it has 1 ticket or reservation.",
  ])
  const { seatingPlanId } = await shop.db
    .selectFrom('event_shows')
    .select('seating_plan_id as seatingPlanId')
    .where('id', '=', rows[0]?.showId as ShowId)
    .executeTakeFirstOrThrow()
  const other = await givenShow(shop.db)
  await shop.owner
    .updateTable('event_shows')
    .set({ seating_plan_id: other.seatingPlanId })
    .where('id', '=', rows[0]?.showId as ShowId)
    .execute()
  const plan = await shop.ask('DELETE', `/admin/seating-plans/${seatingPlanId}`, { as: shop.admin })
  expect([plan.statusCode, plan.headers['x-problem']]).toEqual([409, 'in_use'])
})

test('books the movements after one that fails, and that one later', async () => {
  const [first, second] = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
  await sql`
    create function fail_to_book() returns trigger language plpgsql as $$ begin raise 'A fault of one movement'; end $$`.execute(
    shop.owner,
  )
  await sql`
    create trigger fail_to_book before update on bank_movements
    for each row when (new.purpose like 'Fails%') execute function fail_to_book()`.execute(shop.owner)
  const lines = [
    { amount: '91.00', purpose: `Fails ${referenceOf(first)}` },
    { amount: '91.00', purpose: referenceOf(second) },
  ]
  expect((await shop.upload('?fileName=statement.xml', camt(lines))).statusCode).toBe(500)
  expect(await shop.paymentOf(first.ada, first.id)).toMatchObject({ state: 'OPEN' })
  expect(await shop.paymentOf(second.ada, second.id)).toMatchObject({ state: 'TAKEN' })
  await sql`drop function fail_to_book cascade`.execute(shop.owner)
  await shiftClock(shop.owner, '2 minutes')
  await shop.sweep()
  expect(await shop.paymentOf(first.ada, first.id)).toMatchObject({ state: 'TAKEN' })
  await shiftClock(shop.owner, '0')
})
