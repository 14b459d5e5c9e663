import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { orderCalls } from '#server/testing/order-calls.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Łukasz', address: 'Ring 1, 1010 Wien' }

async function reserve(as: UserId, show: { showId: number }, places: readonly number[]): Promise<number[]> {
  const reply = await shop.ask('POST', '/tickets', {
    as,
    body: { eventShowId: show.showId, seatingPlanPlaceIds: places },
  })
  return reply.json().elements.map(({ id }: { id: number }) => id)
}

function order(as: UserId, body: object, headers: Record<string, string> = {}) {
  return shop.ask('POST', '/orders', { as, body: { userPaymentInfoDto, ...body }, headers })
}

const { putInCart } = orderCalls(() => shop)

async function invoiceOf(as: UserId, id: number) {
  return (await shop.ask('GET', `/invoices/${id}`, { as })).json()
}

const pointsOf = async (as: UserId) => {
  const { rows } = await sql<{ now: number; later: number }>`
    select coalesce(sum(points) filter (where counts_from <= shop_now()), 0) as now, coalesce(sum(points), 0) as later
    from points_entries where user_id = ${as}`.execute(shop.db)
  return rows[0]
}

test('buys tickets and merchandise with money and points on one numbered invoice', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const show = await givenShow(shop.db, { price: 4_550, title: 'The Seagull', name: 'Premiere' })
  await shop.owner
    .updateTable('places')
    .set({ kind: 'WHEELCHAIR' })
    .where('id', 'in', show.seatIds.slice(0, 1))
    .execute()
  const mug = await givenProduct(shop.db, { price: 1_290, points: 300, stock: 4 })
  const ticketIds = await reserve(ada, show, [show.seatIds[0] ?? 0, show.standingPlaceId])
  const merchandiseIds = [await putInCart(ada, mug, 2), await putInCart(ada, mug, 1, true)]

  const reply = await order(ada, { ticketIds, merchandiseIds, paymentType: 'VISA', expectedTotal: 11_680 })
  expect(reply.statusCode).toBe(201)
  const invoice = await invoiceOf(ada, reply.json().id)
  expect(invoice).toMatchObject({
    invoiceNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
    invoiceType: 'NORMAL',
    paymentType: 'VISA',
    total: 11_680,
    validTickets: 2,
    hasMerchandise: true,
    customer: { name: 'Ada', lastName: 'Łukasz', address: 'Ring 1, 1010 Wien' },
  })
  expect(invoice.items).toMatchObject([
    {
      name: expect.stringMatching(
        /^The Seagull – Premiere, [A-Z][a-z]{2} [\d/]{10} [\d:]{5}, .* \(wheelchair place\)$/,
      ),
      quantity: 1,
      price: 4_550,
      VAT: 13,
    },
    { quantity: 1, price: 4_550, VAT: 13, points: 45, usePoints: false },
    { name: 'Mug', quantity: 2, price: 1_290, VAT: 20, points: 12, usePoints: false },
    { name: 'Mug', quantity: 1, price: 0, points: 300, usePoints: true },
  ])
  expect(await pointsOf(ada)).toEqual({ now: 1_000 - 300 + 24, later: 1_000 - 300 + 24 + 90 })
  expect((await shop.ask('GET', '/carts', { as: ada })).json()).toEqual({ tickets: [], merchandisePurchases: [] })
  const { total, elements } = (await shop.ask('GET', '/users/orders', { as: ada })).json()
  expect(total).toBe(1)
  expect(elements[0]).toMatchObject({ total: 11_680, invoiceId: invoice.id, items: { length: 4 } })
  const [mail] = await doJobs(shop)
  expect(mail?.paragraphs).toContain(
    `Thank you for your order of 116.80 € and 300 points. Your invoice number is ${invoice.invoiceNumber}.`,
  )
  expect(mail?.cards).toMatchObject([
    {
      facts: [expect.stringMatching(/^[A-Z][a-z]{2} \d{4}\/\d\d\/\d\d \d\d:\d\d$/), expect.any(String)],
      items: [
        { name: 'Floor', amount: '45.50 €' },
        { name: expect.stringContaining('(wheelchair place)'), amount: '45.50 €' },
      ],
    },
    {
      title: 'Merchandise',
      items: [
        { name: '2 × Mug', amount: '25.80 €' },
        { name: 'Mug', amount: '300 points' },
      ],
    },
    { title: 'Total: 116.80 € and 300 points' },
  ])
})

test('numbers an invoice of New Year’s Eve by the year in the seller’s time zone', async () => {
  const ada = await givenUser(shop.db)
  const line = await putInCart(ada, await givenProduct(shop.db), 1)
  const untilLastHalfHour = Date.UTC(new Date().getUTCFullYear(), 11, 31, 23, 30) - Date.now()
  await shiftClock(shop.owner, `${untilLastHalfHour} milliseconds`)
  const { id } = (await order(ada, { merchandiseIds: [line], paymentType: 'VISA' })).json()
  await shiftClock(shop.owner, '0')
  expect(await invoiceOf(ada, id)).toMatchObject({ invoiceNumber: `${new Date().getUTCFullYear() + 1}-000001` })
})

test('returns the first invoice for a repeated order, with and without an Idempotency-Key', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await reserve(ada, show, show.seatIds)
  const first = await order(ada, { ticketIds, paymentType: 'PAYPAL' }, { 'idempotency-key': 'buy' })
  const sameKey = await order(ada, { ticketIds, paymentType: 'PAYPAL' }, { 'idempotency-key': 'buy' })
  const noKey = await order(ada, { ticketIds: ticketIds.toReversed(), paymentType: 'PAYPAL' })
  expect([sameKey.json(), noKey.json()]).toEqual([first.json(), first.json()])
  const otherKeyOtherBody = await order(ada, { ticketIds: [], paymentType: 'VISA' }, { 'idempotency-key': 'buy' })
  expect(otherKeyOtherBody.statusCode).toBe(422)
  expect((await order(ada, { ticketIds: ticketIds.slice(1), paymentType: 'VISA' })).body).toBe(
    'These tickets are already bought.',
  )
})

test('refuses what cannot be bought with a sentence and takes nothing', async () => {
  const ada = await givenUser(shop.db, { points: 299 })
  const bea = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const mug = await givenProduct(shop.db, { points: 300, stock: 2 })
  const ticketIds = await reserve(ada, show, show.seatIds)
  const forPoints = await putInCart(ada, mug, 1, true)

  const refused = async (as: UserId, body: object) => {
    const reply = await order(as, body)
    return [reply.statusCode, reply.body]
  }
  expect(await refused(ada, {})).toEqual([422, 'Please select Tickets'])
  expect(await refused(ada, { ticketIds })).toEqual([422, 'Please choose how you want to pay.'])
  expect(await refused(ada, { ticketIds, paymentType: 'VISA', expectedTotal: 1 })).toEqual([
    409,
    'Prices changed. The total is now 91.00 €.',
  ])
  expect(await refused(bea, { ticketIds, paymentType: 'VISA' })).toEqual([404, 'There is no such ticket.'])
  expect(await refused(bea, { merchandiseIds: [forPoints] })).toEqual([404, 'There is no such item in your cart.'])
  expect(await refused(ada, { ticketIds, paymentType: 'VISA', merchandiseIds: [forPoints] })).toEqual([
    409,
    'You need 300 points; you have 299.',
  ])
  expect((await shop.ask('GET', '/users/tickets?state=RESERVED', { as: ada })).json().total).toBe(2)
  await sql`update tickets set reserved_until = shop_now() where id = ${ticketIds[0]}`.execute(shop.db)
  expect(await refused(ada, { ticketIds, paymentType: 'VISA' })).toEqual([
    410,
    'A ticket is no longer reserved: its reservation has expired or was cancelled.',
  ])
})

test('refuses a cost in points that the customer has not seen, and takes nothing', async () => {
  const ada = await givenUser(shop.db, { points: 1_000 })
  const mug = await givenProduct(shop.db, { points: 220, price: 900 })
  const merchandiseIds = [await putInCart(ada, mug, 1, true)]
  await shop.db.updateTable('merchandise_products').set({ points: 920 }).where('id', '=', mug).execute()
  const refused = await order(ada, { merchandiseIds, expectedTotal: 0, expectedPoints: 220 })
  expect([refused.statusCode, refused.body]).toEqual([409, 'Prices changed. The total is now 920 points.'])
  const paid = await putInCart(ada, mug, 2, false)
  const body = { merchandiseIds: [...merchandiseIds, paid], paymentType: 'VISA', expectedTotal: 1_800 }
  expect((await order(ada, { ...body, expectedPoints: 220 })).body).toBe(
    'Prices changed. The total is now 18.00 € and 920 points.',
  )
  expect(await pointsOf(ada)).toEqual({ now: 1_000, later: 1_000 })
  expect((await order(ada, { ...body, expectedPoints: 920 })).statusCode).toBe(201)
})

test('needs no payment for an order paid with points alone', async () => {
  const ada = await givenUser(shop.db, { points: 300 })
  const mug = await givenProduct(shop.db, { points: 300 })
  const reply = await order(ada, { merchandiseIds: [await putInCart(ada, mug, 1, true)] })
  expect(await invoiceOf(ada, reply.json().id)).toMatchObject({ total: 0, paymentType: null })
  const { rows } = await sql<{ email: string }>`select email from users where id = ${ada}`.execute(shop.db)
  const mail = (await doJobs(shop)).find(({ to }) => to.email === rows[0]?.email)
  expect(mail?.paragraphs[0]).toMatch(/^Thank you for your order of 300 points\. /)
})

test('refunds a ticket once: mirrors the sale, frees the place, withdraws the points', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { standing: 1, price: 4_599 })
  const ticketIds = await reserve(ada, show, [show.standingPlaceId])
  const sale = await invoiceOf(ada, (await order(ada, { ticketIds, paymentType: 'VISA' })).json().id)
  expect((await shop.ask('DELETE', `/tickets/${ticketIds[0]}`, { as: ada })).statusCode).toBe(409)

  const refund = await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  expect(refund.statusCode).toBe(200)
  const invoice = await invoiceOf(ada, refund.json().id)
  expect(invoice).toMatchObject({
    invoiceType: 'CANCEL',
    total: 4_599,
    cancelsInvoiceNumber: sale.invoiceNumber,
    paymentType: null,
  })
  expect(invoice.items).toEqual(sale.items)
  expect(await pointsOf(ada)).toEqual({ now: 0, later: 0 })
  expect((await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })).json()).toEqual(refund.json())
  expect(await reserve(await givenUser(shop.db), show, [show.standingPlaceId])).toHaveLength(1)
})

test('refuses to refund tickets of started shows, other customers’ tickets and reservations', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const [bought = 0] = await reserve(ada, show, show.seatIds.slice(0, 1))
  await order(ada, { ticketIds: [bought], paymentType: 'VISA' })
  const [reserved = 0] = await reserve(ada, show, show.seatIds.slice(1))
  const refund = async (as: UserId, id: number) => {
    const reply = await shop.ask('PUT', `/tickets/${id}/cancelation`, { as })
    return [reply.statusCode, reply.headers['x-problem']]
  }
  expect(await refund(await givenUser(shop.db), bought)).toEqual([404, 'not_found'])
  expect(await refund(ada, reserved)).toEqual([409, 'ticket_not_bought'])
  await sql`update event_shows set starts_at = shop_now() where id = ${show.showId}`.execute(shop.owner)
  expect(await refund(ada, bought)).toEqual([409, 'ticket_not_refundable'])
})

test('hides other customers’ invoices', async () => {
  const ada = await givenUser(shop.db)
  const mug = await givenProduct(shop.db)
  const { id } = (await order(ada, { merchandiseIds: [await putInCart(ada, mug, 1)], paymentType: 'VISA' })).json()
  expect((await shop.ask('GET', `/invoices/${id}`, { as: await givenUser(shop.db) })).statusCode).toBe(404)
  expect((await shop.ask('GET', `/invoices/${id}`)).statusCode).toBe(401)
  expect((await shop.ask('GET', '/invoices', { as: ada })).json().total).toBe(1)
})

test('refuses an order above the limit of points', async () => {
  const ada = await givenUser(shop.db)
  const costly = await givenProduct(shop.db, { points: 1_000_000_000, stock: 5, itemsPerCustomer: 5 })
  const refused = await order(ada, { merchandiseIds: [await putInCart(ada, costly, 3, true)] })
  expect([refused.statusCode, refused.body]).toEqual([409, 'The limit for one order is 2,000,000,000 points.'])
})

test('bills the highest prices to the cent and refuses an order above the invoice limit', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { price: 100_000_000, pricePercent: 1_000, seats: 3 })
  const [seat = 0, ...others] = await reserve(ada, show, show.seatIds)
  const cart = await shop.ask('GET', '/carts', { as: ada })
  expect(cart.json().tickets.map(({ price }: { price: number }) => price)).toEqual(Array(3).fill(1_000_000_000))
  const refused = await order(ada, { ticketIds: [seat, ...others], paymentType: 'VISA' })
  expect([refused.statusCode, refused.body]).toEqual([409, 'The limit for one order is 20,000,000.00 €.'])

  const bought = await order(ada, { ticketIds: [seat], paymentType: 'VISA' })
  expect((await invoiceOf(ada, bought.json().id)).total).toBe(1_000_000_000)
  const orders = await shop.ask('GET', '/users/orders', { as: ada })
  expect(orders.json().elements[0].total).toBe(1_000_000_000)
})
