import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type MollieStandIn, startMollieStandIn } from '#server/testing/mollie-stand-in/start.ts'
import { openShopPayingAt } from '#server/testing/paying-shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let mollie: MollieStandIn
let shop: Awaited<ReturnType<typeof openShopPayingAt<Awaited<ReturnType<MollieStandIn['ledger']>>[number]>>>
let admin: UserId

beforeAll(async () => {
  mollie = await startMollieStandIn()
  shop = await openShopPayingAt('mollie', mollie)
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

/** A customer with paid seats of 130 € each. */
async function givenPaid(seats = 1) {
  const show = await givenShow(shop.db, { price: 13_000, seats })
  const payment = await shop.givenOpenPayment({ show, places: show.seatIds })
  await mollie.pay(payment.key)
  await shop.look(payment.ada, payment.id)
  await doJobs(shop)
  return payment
}

const lookAsAdmin = async (id: PaymentId) =>
  (await shop.ask('POST', `/admin/payments/${id}/look`, { as: admin })).json()
const end = (id: PaymentId, ref: string, chosen: { itemIds?: number[]; refundIds?: number[] } = {}) =>
  shop.ask('POST', `/admin/payments/${id}/lost-dispute`, {
    as: admin,
    body: { ref, reason: 'The bank took a part.', itemIds: [], refundIds: [], ...chosen },
  })

/** Lets the bank take back parts of a payment, and ends each dispute without choosing anything. */
async function loseParts(
  { id, key }: { id: PaymentId; key: string },
  ...amounts: readonly number[]
): Promise<string[]> {
  for (const amount of amounts) await mollie.chargeBack(key, amount)
  const { disputes } = await lookAsAdmin(id)
  const refs: string[] = disputes.map(({ ref }: { ref: string }) => ref)
  for (const ref of refs) expect((await end(id, ref)).statusCode).toBe(200)
  return refs
}

/** Refunds a ticket as its customer. Returns the refund invoice, as it is after the jobs, and their mails. */
async function refund(as: UserId, ticketId: number | undefined) {
  const { id } = (await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as })).json()
  const mails = await doJobs(shop)
  return { id, mails, invoice: await invoiceOf(as, id) }
}
const invoiceOf = async (as: UserId, id: number) => (await shop.ask('GET', `/invoices/${id}`, { as })).json()
const invoiceNumberOf = async (id: PaymentId): Promise<string> =>
  (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json().invoiceNumber
const backOf = async (id: PaymentId) => {
  const { refunded, chargedBack } = (await shop.ledgerOf(id)) ?? {}
  return { refunded, chargedBack }
}

test('sends back what the bank did not take, and the rest if the bank decides for the shop', async () => {
  const payment = await givenPaid()
  const { ada, id, key, ticketIds } = payment
  const [ref] = await loseParts(payment, 6_000)
  const { elements } = (await shop.ask('GET', `/admin/orders?text=${await invoiceNumberOf(id)}`, { as: admin })).json()
  const order = (await shop.ask('GET', `/admin/orders/${elements[0].id}`, { as: admin })).json()
  expect(order.tickets).toMatchObject([{ price: 13_000, goesBack: 7_000 }])
  const { id: invoiceId, invoice, mails } = await refund(ada, ticketIds[0])
  expect(await backOf(id)).toEqual({ refunded: 7_000, chargedBack: 6_000 })
  expect(invoice).toMatchObject({ total: 13_000, shortRefund: 7_000, takenBack: 6_000 })
  const paragraphs = mails.flatMap((mail) => mail.paragraphs)
  expect(paragraphs[0]).toMatch(/^Your ticket is cancelled and 70.00 € will be refunded/)
  expect(paragraphs[1]).toMatch(/^Your bank took back 60.00 € of this payment, so 70.00 € goes back for refund invoice/)
  expect(await lookAsAdmin(id)).toMatchObject({
    needs: [],
    refunds: [
      { amount: 7_000, state: 'DONE' },
      { amount: 6_000, state: 'BY_HAND', failure: `Paid by dispute ${ref}.` },
    ],
  })
  await shop.endTest()
  await mollie.reverse(key)
  await lookAsAdmin(id)
  await shop.sendAllRefunds()
  expect(await backOf(id)).toEqual({ refunded: 13_000, chargedBack: 0 })
  expect(await invoiceOf(ada, invoiceId)).toMatchObject({ total: 13_000, shortRefund: null, takenBack: null })
})

test('sends back the rest after two disputes about one ticket', async () => {
  const payment = await givenPaid()
  await loseParts(payment, 6_000, 6_000)
  const { invoice } = await refund(payment.ada, payment.ticketIds[0])
  expect(await backOf(payment.id)).toEqual({ refunded: 1_000, chargedBack: 12_000 })
  expect(invoice).toMatchObject({ shortRefund: 1_000, takenBack: 12_000 })
})

test('cancels a ticket by the second of two disputes that took all of it together', async () => {
  const payment = await givenPaid()
  const { ada, id, key } = payment
  const [first] = await loseParts(payment, 7_000)
  await mollie.chargeBack(key, 6_000)
  const { disputes, items } = await lookAsAdmin(id)
  const second = disputes.find(({ ref }: { ref: string }) => ref !== first)
  expect([disputes[0].left, second.left]).toEqual([0, 13_000])
  const ended = await end(id, second.ref, { itemIds: items.map((item: { id: number }) => item.id) })
  expect(ended.json()).toMatchObject({ needs: [], items: [], refunds: [{ amount: 7_000, state: 'BY_HAND' }] })
  const { elements } = (await shop.ask('GET', '/invoices?page=0&size=9', { as: ada })).json()
  expect(elements[0]).toMatchObject({ total: 13_000, shortRefund: 0, takenBack: 13_000 })
  await doJobs(shop)
  await shop.endTest()
  await mollie.reverse(key)
  await lookAsAdmin(id)
  const mails = await doJobs(shop)
  await shop.sendAllRefunds()
  expect(mails.flatMap(({ paragraphs }) => paragraphs)[0]).toContain('and 130.00 € will be refunded')
  expect(await backOf(id)).toEqual({ refunded: 13_000, chargedBack: 0 })
})

test('makes the last refunds smaller, as after too little money', async () => {
  const payment = await givenPaid(2)
  await loseParts(payment, 14_000)
  const first = await refund(payment.ada, payment.ticketIds[0])
  const second = await refund(payment.ada, payment.ticketIds[1])
  await shop.sendAllRefunds()
  expect(await backOf(payment.id)).toEqual({ refunded: 12_000, chargedBack: 14_000 })
  expect([first.invoice, second.invoice]).toMatchObject([
    { shortRefund: 12_000, takenBack: 1_000 },
    { shortRefund: 0, takenBack: 13_000 },
  ])
})

test('makes a refund smaller that waited for the end of the dispute', async () => {
  const { id, key, show } = await givenPaid()
  await mollie.chargeBack(key, 6_000)
  const { disputes } = await lookAsAdmin(id)
  const path = `/admin/shows/${show.showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  await doJobs(shop)
  expect(await lookAsAdmin(id)).toMatchObject({ refunds: [{ amount: 13_000, state: 'DUE' }] })
  expect((await end(id, disputes[0].ref)).json()).toMatchObject({
    refunds: [
      { amount: 7_000, state: 'DUE' },
      { amount: 6_000, state: 'BY_HAND' },
    ],
  })
  await shop.sendAllRefunds()
  expect(await backOf(id)).toEqual({ refunded: 7_000, chargedBack: 6_000 })
})

test('does not pay a failed refund again that the bank has paid', async () => {
  const payment = await givenPaid()
  const { id, key, ada, ticketIds } = payment
  await refund(ada, ticketIds[0])
  await mollie.chargeBack(key, 13_000)
  const { disputes, refunds } = await lookAsAdmin(id)
  expect((await end(id, disputes[0].ref)).statusCode).toBe(200)
  await mollie.endRefund(refunds[0].ref, 'failed')
  expect(await lookAsAdmin(id)).toMatchObject({
    needs: [],
    refunds: [{ state: 'BY_HAND', failure: `Paid by dispute ${disputes[0].ref}.` }],
  })
})

/** A customer with paid seats of these prices, each at a show of its own. */
async function givenPaidAtPrices(prices: readonly number[]) {
  const ada = await givenUser(shop.db)
  const ticketIds: number[] = []
  for (const price of prices) {
    const show = await givenShow(shop.db, { price, seats: 1 })
    ticketIds.push(...(await shop.reserve(ada, show, show.seatIds)))
  }
  const id: PaymentId = (await shop.start(ada, { ticketIds })).json().id
  const key = await shop.keyOf(id)
  await mollie.pay(key)
  await shop.look(ada, id)
  await doJobs(shop)
  return { ada, id, key, ticketIds }
}

test('divides a waiting refund and an item among the disputes that took them', async () => {
  const payment = await givenPaidAtPrices([9_500, 5_500, 13_500])
  const { ada, id, key, ticketIds } = payment
  await refund(ada, ticketIds[0])
  const [sent] = (await lookAsAdmin(id)).refunds
  await mollie.endRefund(sent.ref, 'failed')
  const [big] = await loseParts(payment, 15_000)
  const small = await mollie.chargeBack(key, 777)
  const { items } = await lookAsAdmin(id)
  const item = items.find(({ price }: { price: number }) => price === 5_500)
  const ended = await end(id, small, { itemIds: [item.id], refundIds: [sent.id] })
  const byDispute = (ref: string | undefined, amount: number) => ({ amount, failure: `Paid by dispute ${ref}.` })
  expect(ended.json()).toMatchObject({
    needs: [],
    refunds: [byDispute(big, 9_500), byDispute(big, 4_723)],
  })
  await shop.endTest()
  await mollie.reverse(key)
  await lookAsAdmin(id)
  await shop.sendAllRefunds()
  expect(await backOf(id)).toEqual({ refunded: 15_000, chargedBack: 0 })
})

test('ends no dispute while a refund of its payment is under way, so that it is not sent in two amounts', async () => {
  const { ada, id, key, ticketIds } = await givenPaid(2)
  const countAsked = async () =>
    (await mollie.calls()).filter(({ method, path }) => method === 'POST' && path.endsWith('/refunds')).length
  const asked = await countAsked()
  await mollie.setFaults([{ on: 'POST', when: 'before', what: 'delay', delayMs: 2_000 }])
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  const sending = doJobs(shop)
  await expect.poll(countAsked, { timeout: 10_000 }).toBe(asked + 1)
  const ref = await mollie.chargeBack(key, 20_000)
  await lookAsAdmin(id)
  const early = await end(id, ref)
  expect([early.statusCode, early.headers['x-problem']]).toEqual([409, 'refund_under_way'])
  await sending
  expect((await end(id, ref)).statusCode).toBe(200)
  await doJobs(shop)
  expect(await backOf(id)).toEqual({ refunded: 13_000, chargedBack: 20_000 })
})

test('sends no refund of money that the bank took before, of which the shop had not heard', async () => {
  const { ada, id, key, ticketIds } = await givenPaid(2)
  await mollie.chargeBack(key, 13_000)
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await doJobs(shop)
  expect(await backOf(id)).toEqual({ refunded: 0, chargedBack: 13_000 })
  const { disputes, refunds, needs } = (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json()
  expect(needs).toEqual(['DISPUTE_LOST'])
  expect(disputes).toMatchObject([{ state: 'LOST', amount: 13_000, endedAt: null }])
  expect((await end(id, disputes[0].ref, { refundIds: [refunds[0].id] })).statusCode).toBe(200)
  await shop.sendAllRefunds()
  expect(await backOf(id)).toEqual({ refunded: 13_000, chargedBack: 13_000 })
})
