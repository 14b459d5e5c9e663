import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, ProductId, ShowId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { cartCall } from '#server/testing/cart-call.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { camt, openStatementShop, referenceOf, type StatementShop } from '#server/testing/statement-shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(async () => {
  await shiftClock(shop.owner, '0')
  await expectCleanBooks(shop.db)
})
afterAll(() => shop.close())

const putInCart = cartCall(() => shop)

type Given = { showId: ShowId; mug: ProductId; earring: ProductId }

/** Books money for a standing place, a mug and an earring for points, whose transfer was given up, after a change. */
async function bookAfter(change: (given: Given) => Promise<unknown>) {
  const ada = await givenUser(shop.db, { points: 100 })
  const show = await givenShow(shop.db, { price: 4_500, startsIn: '30 days' })
  const mug = await givenProduct(shop.db, { price: 1_000 })
  const earring = await givenProduct(shop.db, { points: 100 })
  const ticketIds = await shop.reserve(ada, show, [show.standingPlaceId])
  const merchandiseIds = [await putInCart(ada, mug, 1), await putInCart(ada, earring, 1, true)]
  const payment = (await shop.start(ada, 'transfer', { ticketIds, merchandiseIds })).json()
  expect((await shop.ask('DELETE', `/payments/${payment.id}`, { as: ada })).statusCode).toBe(200)
  await change({ showId: show.showId as ShowId, mug, earring })
  await shop.book(camt([{ amount: '55.00', purpose: referenceOf({ payment }) }]))
  return { payment: await shop.paymentOf(ada, payment.id), refunds: await refundsOf(payment.id) }
}

const refundsOf = (id: PaymentId) =>
  shop.db.selectFrom('refunds').select(['reason', 'amount']).where('payment_id', '=', id).execute()
const setShow = (id: ShowId, values: object) =>
  shop.owner.updateTable('event_shows').set(values).where('id', '=', id).execute()
const setProduct = (id: ProductId, values: object) =>
  shop.owner.updateTable('merchandise_products').set(values).where('id', '=', id).execute()

test.each([
  ['the show costs more', ({ showId }: Given) => setShow(showId, { price: 4_600 })],
  ['the sale has ended', ({ showId }: Given) => setShow(showId, { sale_ends_at: sql`shop_now()` })],
  [
    'the sale starts later',
    ({ showId }: Given) => setShow(showId, { sale_starts_at: sql`shop_now() + interval '1 day'` }),
  ],
  ['a line is before the show', ({ showId }: Given) => setShow(showId, { needs_pass: true })],
  ['the show is hidden', ({ showId }: Given) => setShow(showId, { published_from: null })],
  ['the mug costs more', ({ mug }: Given) => setProduct(mug, { price: 1_100 })],
  ['the mug is off sale', ({ mug }: Given) => setProduct(mug, { state: 'OFF_SALE' })],
  ['the earring costs more points', ({ earring }: Given) => setProduct(earring, { points: 200 })],
  ['the earring is not sold for points', ({ earring }: Given) => setProduct(earring, { price: 500, points: 0 })],
  ['the mug is sold for points alone', ({ mug }: Given) => setProduct(mug, { price: 0, points: 50 })],
  ['15 days have passed', () => shiftClock(shop.owner, '15 days')],
] as const)('owes back late money if %s', async (_, change) => {
  const { payment, refunds } = await bookAfter(change)
  expect(payment).toMatchObject({ invoiceId: null })
  expect(refunds).toEqual([{ reason: 'LATE', amount: 5_500 }])
})

test.each([
  [
    'everything costs less',
    ({ showId, mug, earring }: Given) =>
      Promise.all([
        setShow(showId, { price: 4_000 }),
        setProduct(mug, { price: 900 }),
        setProduct(earring, { points: 50 }),
      ]),
  ],
  ['the mug costs more points', ({ mug }: Given) => setProduct(mug, { points: 2_000 })],
  ['13 days have passed', () => shiftClock(shop.owner, '13 days')],
] as const)('sells for late money at the frozen prices if %s', async (_, change) => {
  const { payment, refunds } = await bookAfter(change)
  expect(payment).toMatchObject({ invoiceId: expect.any(Number) })
  expect(refunds).toEqual([])
})
