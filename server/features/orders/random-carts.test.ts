import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const CARTS = 30
const GIFT = 10_000_000

const product = fc.record({
  // At 0 € it would be for points alone.
  price: fc.integer({ min: 1, max: 1_000_000 }),
  points: fc.integer({ min: 1, max: 5_000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  usePoints: fc.boolean(),
})
const cart = fc.record({
  price: fc.integer({ min: 1, max: 1_000_000 }),
  pricePercent: fc.integer({ min: 0, max: 1_000 }),
  seats: fc.integer({ min: 1, max: 4 }),
  products: fc.array(product, { maxLength: 4 }),
})
type Cart = typeof cart extends fc.Arbitrary<infer Value> ? Value : never

/** Computes a cart's cost and points in arbitrary precision. */
function oracleOf({ price, pricePercent, seats, products }: Cart) {
  const ticket = (BigInt(price) * BigInt(pricePercent)) / 100n
  const lines = products.map(({ price, points, quantity, usePoints }) => ({
    cents: usePoints ? 0n : BigInt(price) * BigInt(quantity),
    points: usePoints ? -BigInt(points) * BigInt(quantity) : (BigInt(price) / 100n) * BigInt(quantity),
  }))
  const merchandise = lines.reduce((sum, { cents }) => sum + cents, 0n)
  const points = lines.reduce((sum, { points }) => sum + points, 0n)
  return { ticket, total: ticket * BigInt(seats) + merchandise, points }
}

async function buy(given: Cart) {
  const as = await givenUser(shop.db, { points: GIFT })
  const ask = async (...[method, path, body]: [method: 'GET' | 'POST' | 'PUT', path: string, body?: object]) => {
    const reply = await shop.ask(method, path, { as, body })
    expect([path, reply.statusCode < 300, reply.body.slice(0, 100)]).toMatchObject([path, true, expect.anything()])
    return reply.json()
  }
  const show = await givenShow(shop.db, given)
  const { elements } = await ask('POST', '/tickets', { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds })
  const ticketIds: number[] = elements.map(({ id }: { id: number }) => id)
  const merchandiseIds: number[] = []
  for (const { price, points, quantity, usePoints } of given.products) {
    const merchandiseProductId = await givenProduct(shop.db, { price, points, stock: 10, itemsPerCustomer: 10 })
    merchandiseIds.push((await ask('POST', '/merchandise/purchases', { merchandiseProductId, quantity, usePoints })).id)
  }
  const { total } = oracleOf(given)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, ticketIds, merchandiseIds, expectedTotal: Number(total) }
  const { id } = await ask('POST', '/orders', { ...order, ...(total > 0n && { paymentType: 'VISA' }) })
  const sale = await ask('GET', `/invoices/${id}`)
  const refunds = []
  for (const ticketId of ticketIds) {
    const refund = await ask('PUT', `/tickets/${ticketId}/cancelation`)
    refunds.push(await ask('GET', `/invoices/${refund.id}`))
  }
  return { sale, refunds, pointsLeft: (await ask('GET', '/users/detail')).points }
}

test(`bills ${CARTS} random carts to the cent, and refunds mirror the sales`, async () => {
  const seed = Date.now() % 1_000_000
  for (const [index, given] of fc.sample(cart, { seed, numRuns: CARTS }).entries()) {
    const { ticket, total, points } = oracleOf(given)
    const { sale, refunds, pointsLeft } = await buy(given)
    const label = `seed ${seed}, cart ${index}`
    expect([label, BigInt(sale.total), BigInt(pointsLeft) - BigInt(GIFT)]).toEqual([label, total, points])
    for (const [place, refund] of refunds.entries()) {
      expect([label, refund]).toMatchObject([
        label,
        {
          invoiceType: 'CANCEL',
          total: Number(ticket),
          cancelsInvoiceNumber: sale.invoiceNumber,
          customer: sale.customer,
        },
      ])
      expect([label, refund.items]).toEqual([label, [sale.items[place]]])
    }
  }
  await expectCleanBooks(shop.db)
})
