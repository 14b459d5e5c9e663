import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { applySighting } from './apply-sighting.ts'
import { nextLookNumber } from './payment-looks.sql.ts'

const REFUSAL = 'This payment is disputed at the bank, so it cannot be refunded now: the money would go back twice.'

let shop: PayingShop
let admin: UserId

beforeAll(async () => {
  shop = await openPayingShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

/** A customer with a paid seat and standing place, for 91 €. */
async function givenPaid() {
  const payment = await shop.givenOpenPayment()
  await shop.stripe.pay(payment.key)
  await shop.look(payment.ada, payment.id)
  return payment
}

const lookAsAdmin = async (id: PaymentId) =>
  (await shop.ask('POST', `/admin/payments/${id}/look`, { as: admin })).json()
const refund = (as: UserId, ticketId: number | undefined) => shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as })
const end = (id: PaymentId, dispute: object) =>
  shop.ask('POST', `/admin/payments/${id}/lost-dispute`, {
    as: admin,
    body: { reason: 'The bank decided.', itemIds: [], refundIds: [], ...dispute },
  })
const balanceOf = async (as: UserId) => {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0) as points from points_entries where user_id = ${as}`.execute(shop.db)
  return rows[0]?.points
}
const idsOf = (elements: readonly { id: number }[]) => elements.map(({ id }) => id)

test('refuses refunds of a disputed payment to customers and staff, until the bank decides for the shop', async () => {
  const { ada, id, key, ticketIds } = await givenPaid()
  const inquiry = await shop.stripe.dispute(key, { isInquiry: true })
  expect(await lookAsAdmin(id)).toMatchObject({ needs: ['DISPUTE'], disputes: [{ state: 'INQUIRY' }] })
  expect((await refund(ada, ticketIds[1])).statusCode).toBe(200)
  await shop.stripe.endDispute(inquiry, 'won')
  const dispute = await shop.stripe.dispute(key, { amount: 4_550 })
  expect(await lookAsAdmin(id)).toMatchObject({ needs: ['DISPUTE'] })
  const byStaff = await shop.ask('PUT', `/admin/tickets/${ticketIds[0]}/refund`, {
    as: admin,
    body: { reason: 'Asked for it.' },
  })
  const replies = [await refund(ada, ticketIds[0]), byStaff]
  expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [409, REFUSAL],
    [409, REFUSAL],
  ])
  expect((await end(id, { ref: dispute })).body).toBe('This dispute is not lost, or it was ended already.')
  await shop.stripe.endDispute(dispute, 'won')
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [] })
  expect((await refund(ada, ticketIds[0])).statusCode).toBe(200)
  await shop.sendAllRefunds()
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 9_100 })
})

test('ends a lost dispute: cancels the items without a refund, frees the places and withdraws the points', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { price: 4_550 })
  const mug = await givenProduct(shop.db, { price: 1_290, stock: 4 })
  const ticketIds = await shop.reserve(ada, show, [show.seatIds[0], show.standingPlaceId])
  const merchandiseIds = [await shop.putInCart(ada, mug, 2)]
  const { id } = (await shop.start(ada, { ticketIds, merchandiseIds })).json()
  const key = await shop.keyOf(id)
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  expect(await balanceOf(ada)).toBe(45 + 45 + 24)
  await doJobs(shop)

  const ref = await shop.stripe.dispute(key)
  await shop.stripe.endDispute(ref, 'lost')
  const { items, needs } = await lookAsAdmin(id)
  expect(needs).toEqual(['DISPUTE_LOST'])
  expect((await refund(ada, ticketIds[0])).body).toBe(REFUSAL)
  const ended = (await end(id, { ref, itemIds: idsOf(items) })).json()
  expect(ended).toMatchObject({ needs: [], items: [], refunds: [], disputes: [{ state: 'LOST' }] })
  const [{ cancelInvoiceId, endedAt }] = ended.disputes
  expect(endedAt).not.toBeNull()

  const cancel = (await shop.ask('GET', `/invoices/${cancelInvoiceId}`, { as: ada })).json()
  expect(cancel).toMatchObject({ invoiceType: 'CANCEL', total: 11_680, items: { length: 3 } })
  expect((await shop.ask('GET', '/users/tickets', { as: ada })).json().elements).toEqual([])
  expect(await balanceOf(ada)).toBe(0)
  const bob = await givenUser(shop.db)
  expect(await shop.reserve(bob, show, [show.seatIds[0]])).toHaveLength(1)
  const [mail] = await doJobs(shop)
  expect(mail?.paragraphs).toEqual([expect.stringContaining('Your bank took back'), 'The tickets are no longer valid.'])
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 0 })
  expect((await end(id, { ref })).statusCode).toBe(409)
  const { elements } = (await shop.ask('GET', `/admin/log?kind=PAYMENT&recordId=${id}`, { as: admin })).json()
  expect(elements).toMatchObject([{ action: 'CANCELLED', reason: 'The bank decided.' }])

  const { rows } = await sql<Record<string, number>>`
    select (select sum(total) from invoices where invoice_type = 'NORMAL') as sales,
      (select sum(total) from invoices where invoice_type = 'CANCEL') as refunds,
      (select sum(points) from points_entries) as points`.execute(shop.db)
  const { total } = (await shop.ask('GET', '/admin/figures?period=YEAR', { as: admin })).json()
  const points = total.pointsIssued - total.pointsWithdrawn - total.pointsSpent
  expect({ sales: total.sales, refunds: total.refunds, points }).toEqual(rows[0])
})

test('cancels at most what the bank took, and lets the rest be refunded', async () => {
  const { ada, id, key, ticketIds } = await givenPaid()
  const ref = await shop.stripe.dispute(key, { amount: 4_550 })
  await shop.stripe.endDispute(ref, 'lost')
  const { items } = await lookAsAdmin(id)
  const [first = 0, second = 0] = idsOf(items)
  const all = await end(id, { ref, itemIds: [first, second] })
  expect([all.statusCode, all.body]).toEqual([
    422,
    'The chosen items cost 91.00 €, but the bank took 45.50 €. Please choose fewer.',
  ])
  expect((await end(id, { ref, itemIds: [first] })).statusCode).toBe(200)
  expect((await end(id, { ref, itemIds: [second] })).statusCode).toBe(409)
  const tickets = (await shop.ask('GET', '/users/tickets', { as: ada })).json().elements
  expect(idsOf(tickets)).toEqual([ticketIds[1]])
  expect((await refund(ada, ticketIds[1])).statusCode).toBe(200)
})

test('refuses items that were cancelled meanwhile', async () => {
  const { ada, id, key, ticketIds } = await givenPaid()
  const { items } = await lookAsAdmin(id)
  await refund(ada, ticketIds[0])
  const ref = await shop.stripe.dispute(key)
  await shop.stripe.endDispute(ref, 'lost')
  const { refunds } = await lookAsAdmin(id)
  const refused = await end(id, { ref, itemIds: idsOf(items) })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'Someone else changed this payment meanwhile. Please check the fields and save again.',
  ])
  const itemIds = idsOf(items).slice(1)
  expect((await end(id, { ref, itemIds, refundIds: idsOf(refunds) })).json()).toMatchObject({ needs: [], items: [] })
})

provedTest('cancels a show with a disputed payment, whose refund waits until the dispute ends', async () => {
  const { ada, id, key, show } = await givenPaid()
  const other = await shop.givenOpenPayment({ show, places: [show.standingPlaceId] })
  await shop.stripe.pay(other.key)
  await shop.look(other.ada, other.id)
  const ref = await shop.stripe.dispute(key)
  await lookAsAdmin(id)
  await doJobs(shop)
  const path = `/admin/shows/${show.showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  const mails = await doJobs(shop)
  const texts = mails.flatMap(({ paragraphs }) => paragraphs)
  expect(texts).toContain(
    'Your bank is deciding on a dispute of this payment. After that, the money goes back once: by your bank, or the way you paid.',
  )
  await shiftClock(shop.owner, '10 days')
  await shop.sweep()
  expect(await shop.ledgerOf(other.id)).toMatchObject({ refunded: 4_550 })
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 0 })
  expect((await shop.ask('GET', '/users/tickets', { as: ada })).json().elements).toEqual([])
  await shop.stripe.endDispute(ref, 'lost')
  const { refunds, items } = await lookAsAdmin(id)
  expect([refunds, items]).toMatchObject([
    [{ state: 'DUE', amount: 9_100, failure: 'Waits for the end of a dispute.' }],
    [],
  ])
  const ended = (await end(id, { ref, refundIds: idsOf(refunds) })).json()
  expect(ended).toMatchObject({
    needs: [],
    refunds: [{ state: 'BY_HAND', failure: `Paid by dispute ${ref}.` }],
    disputes: [{ cancelInvoiceId: null }],
  })
  await shop.sendAllRefunds()
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 0 })
})

test('sends a waiting refund after a won dispute, and no failed one again while a dispute is open', async () => {
  const { ada, id, key, ticketIds } = await givenPaid()
  await refund(ada, ticketIds[0])
  const ref = await shop.stripe.dispute(key)
  await doJobs(shop)
  const { refunds } = await lookAsAdmin(id)
  expect(refunds).toMatchObject([{ state: 'FAILED' }])
  const retry = () =>
    shop.ask('POST', `/admin/refunds/${refunds[0].id}/retry`, { as: admin, body: { reason: 'Again.' } })
  expect((await retry()).body).toBe(REFUSAL)
  await shop.stripe.endDispute(ref, 'won')
  await lookAsAdmin(id)
  expect((await retry()).statusCode).toBe(200)
  await shop.sendAllRefunds()
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 4_550 })
})

test('pays back what the end of a lost dispute cancelled, once, if the shop wins it after all', async () => {
  const { ada, id, key, ticketIds } = await givenPaid()
  await refund(ada, ticketIds[0])
  const ref = await shop.stripe.dispute(key)
  await doJobs(shop)
  await shop.stripe.endDispute(ref, 'lost')
  const { items, refunds } = await lookAsAdmin(id)
  await end(id, { ref, itemIds: idsOf(items), refundIds: idsOf(refunds) })
  await doJobs(shop)
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 0 })
  await shop.stripe.endDispute(ref, 'won')
  await lookAsAdmin(id)
  const [mail] = await doJobs(shop)
  expect(mail?.paragraphs[0]).toBe(
    'Your bank decided that you have paid for the items below after all. They stay cancelled, and 45.50 € will be refunded.',
  )
  await lookAsAdmin(id)
  await shop.sendAllRefunds()
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 9_100, refunds: { length: 2 } })
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [{ state: 'DONE' }, { state: 'DONE' }] })
})

test('pays back once what a lost dispute cancelled, also if the shop wins it twice', async () => {
  const { id, key } = await givenPaid()
  const ref = await shop.stripe.dispute(key)
  await doJobs(shop)
  await shop.stripe.endDispute(ref, 'lost')
  const { items } = await lookAsAdmin(id)
  await end(id, { ref, itemIds: idsOf(items).slice(0, 1) })
  for (const decision of ['won', 'lost', 'won'] as const) {
    await shop.stripe.endDispute(ref, decision)
    await lookAsAdmin(id)
  }
  await shop.sendAllRefunds()
  expect(await lookAsAdmin(id)).toMatchObject({ refunds: [{ state: 'DONE' }] })
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 4_550 })
})

/** Refunds a ticket and hears of a dispute at once. Returns whether the ticket was refunded though a dispute blocks. */
async function raceRefund({ ada, id, ticketIds }: Awaited<ReturnType<typeof givenPaid>>) {
  const opened = { ref: `du_race_${id}`, amount: 9_100, state: 'open', openedAt: new Date() } as const
  const sighting = { state: 'taken', refunds: [], disputes: [opened] } as never
  const [reply] = await Promise.all([
    refund(ada, ticketIds[0]),
    nextLookNumber(shop.db).then((number) => applySighting(shop.context, id, { sighting, number, cause: 'race' })),
  ])
  return reply.statusCode
}

provedTest('refunds a ticket before a dispute opens, or not at all', async () => {
  const payments = await Promise.all(Array.from({ length: 12 }, givenPaid))
  const statuses = await Promise.all(payments.map(raceRefund))
  expect(new Set(statuses).difference(new Set([200, 409]))).toEqual(new Set())
  const late = await Promise.all(payments.map(({ ada, ticketIds }) => refund(ada, ticketIds[1])))
  expect(late.map(({ statusCode }) => statusCode)).toEqual(payments.map(() => 409))
  await doJobs(shop)
  const ledgers = await Promise.all(payments.map(({ id }) => shop.ledgerOf(id)))
  expect(ledgers.map((ledger) => ledger?.refunded)).toEqual(payments.map(() => 0))
})
