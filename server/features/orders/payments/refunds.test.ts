import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { applySighting } from './apply-sighting.ts'
import { nextLookNumber } from './payment-looks.sql.ts'
import { sendRefund } from './send-refund.ts'

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop()
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

test('refunds a ticket once to the payment, over answers that got lost', async () => {
  const { ada, ticketIds, id, key } = await shop.givenOpenPayment()
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  const reply = await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  expect(reply.statusCode).toBe(200)
  await shop.stripe.setFaults([{ on: 'POST /v1/refunds', when: 'after', what: 'cut' }])
  const [order, refund] = await doJobs(shop)
  expect(order?.cards?.at(-1)?.facts).toContain('Paid by Visa ending 4242 (test payment).')
  expect(refund?.paragraphs.at(-1)).toBe(
    'The money goes back the way you paid: Visa ending 4242 (test payment). This usually takes 5 to 10 days.',
  )
  await shiftClock(shop.owner, '5 minutes')
  await shop.sweep()
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 4_550, refunds: [{ amount: 4_550 }] })
  const cancel = (await shop.ask('GET', `/invoices/${reply.json().id}`, { as: ada })).json()
  expect(cancel).toMatchObject({ invoiceType: 'CANCEL', paidBy: 'Visa ending 4242 (test payment)' })
})

test('returns money of a wrong amount', async () => {
  const { ada, id, key } = await shop.givenOpenPayment()
  await sql`update payments set amount = amount - 1 where id = ${id}`.execute(shop.owner)
  await shop.stripe.pay(key)
  expect(await shop.look(ada, id)).toMatchObject({ state: 'TAKEN', invoiceId: null })
  await doJobs(shop)
  const { rows } = await sql`select reason, amount from refunds where payment_id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ reason: 'MISMATCH', amount: 9_100 }])
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 9_100 })
})

test('refunds a payment of a cancelled show that was taken meanwhile', async () => {
  const { ada, id, key, show } = await shop.givenOpenPayment()
  const admin = await givenUser(shop.db, { isAdmin: true })
  await shop.stripe.pay(key)
  const path = `/admin/shows/${show.showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  await doJobs(shop)
  await sql`select from graphile_worker.add_job('resume-cancellations')`.execute(shop.owner)
  await doJobs(shop)
  await shop.sweep()
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 9_100 })
  expect((await shop.ask('GET', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'TAKEN' })
})

/** A customer whose refund of one of two tickets has reached the bank. */
async function givenRefunded() {
  const payment = await shop.givenOpenPayment()
  const { ada, ticketIds, id, key } = payment
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  await doJobs(shop)
  const [sent] = (await shop.ledgerOf(id))?.refunds ?? []
  return { ...payment, ref: sent?.ref ?? '' }
}

const isRefund = ({ method, path }: { method: string; path: string }) => `${method} ${path}` === 'POST /v1/refunds'
const givenAdmin = () => givenUser(shop.db, { isAdmin: true })
const lookAsAdmin = async (id: PaymentId) =>
  (await shop.ask('POST', `/admin/payments/${id}/look`, { as: await givenAdmin() })).json()

test("shows a refund that was paid back, and that the customer's bank returned later", async () => {
  const { id, ref } = await givenRefunded()
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [{ state: 'DONE' }] })
  await shop.stripe.endRefund(ref, 'failed')
  expect(await lookAsAdmin(id)).toMatchObject({
    needs: ['REFUND_FAILED'],
    refunds: [{ state: 'FAILED', failure: 'The card was reported lost or stolen.' }],
  })
})

test('ignores what a look saw before a later one began', async () => {
  const { id, ref } = await givenRefunded()
  const [refund] = (await lookAsAdmin(id)).refunds
  const { rows } = await sql<{ key: string }>`select key from refunds where id = ${refund.id}`.execute(shop.db)
  const key = rows[0]?.key
  const refunds = [{ ref, key, state: 'done' as const, amount: cents(4_550) }]
  const number = await nextLookNumber(shop.db)
  await shop.stripe.endRefund(ref, 'failed')
  await lookAsAdmin(id)
  const openedAt = new Date()
  const disputes = [{ ref: 'du_old', amount: cents(9_100), state: 'open' as const, openedAt }]
  await applySighting(shop.context, id, {
    sighting: { state: 'taken', refunds, disputes },
    number,
    cause: 'a slow look',
  })
  const payment = (await shop.ask('GET', `/admin/payments/${id}`, { as: await givenAdmin() })).json()
  expect(payment).toMatchObject({ refunds: [{ state: 'FAILED' }], disputes: [] })
})

test('lists a refund that waits for a day, such as for a provider that is not set up, and sends it afterwards', async () => {
  const { ada, ticketIds, id, key } = await shop.givenOpenPayment()
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  const [{ id: refundId }] = (await lookAsAdmin(id)).refunds
  await sendRefund({ ...shop.context, providers: [] }, refundId)
  const waiting = { state: 'DUE', failure: 'PAYMENTS does not name stripe, so this refund waits.' }
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [waiting] })
  await shiftClock(shop.owner, '25 hours')
  expect(await lookAsAdmin(id)).toMatchObject({ needs: ['REFUND_WAITS'], refunds: [waiting] })
  await shop.sweep()
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [{ state: 'DONE', failure: null }] })
  await shiftClock(shop.owner, '0 minutes')
})

test('sends no refund of a payment of which the provider has one that the shop forgot, as after a restore', async () => {
  const { id, ref } = await givenRefunded()
  // The same refund, made again after a return to a moment before the first one.
  await sql`
    update refunds set key = gen_random_uuid(), state = 'DUE', provider_ref = null, next_look_at = shop_now()
    where payment_id = ${id}`.execute(shop.owner)
  await shop.sweep()
  const failure = `The shop does not know ${ref} of this payment, as after a restore.`
  expect(await lookAsAdmin(id)).toMatchObject({ refunds: [{ state: 'DUE', failure }] })
  expect(await shop.ledgerOf(id)).toMatchObject({ taken: 9_100, refunded: 4_550 })
  await shiftClock(shop.owner, '25 hours')
  const { needs, refunds } = await lookAsAdmin(id)
  expect(needs).toEqual(['REFUND_WAITS'])
  const byHand = { as: await givenAdmin(), body: { reason: 'Sent before the restore.' } }
  expect((await shop.ask('POST', `/admin/refunds/${refunds[0].id}/by-hand`, byHand)).statusCode).toBe(200)
  await shiftClock(shop.owner, '0 minutes')
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 4_550 })
})

/** A refund that could not be sent, as of a provider that is gone. `payByHand` notes that a person paid it. */
async function givenUnsent() {
  const payment = await shop.givenOpenPayment()
  const { ada, ticketIds, id, key } = payment
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  const [refund] = (await lookAsAdmin(id)).refunds
  const admin = await givenAdmin()
  const payByHand = async () => {
    const body = { reason: 'Transferred' }
    return (await shop.ask('POST', `/admin/refunds/${refund.id}/by-hand`, { as: admin, body })).statusCode
  }
  return { id, refund, payByHand }
}

test('lets a refund be paid by hand that could not be sent for a day, and never sends it afterwards', async () => {
  const { id, refund, payByHand } = await givenUnsent()
  await sendRefund({ ...shop.context, providers: [] }, refund.id)
  expect(await payByHand()).toBe(409)
  await shiftClock(shop.owner, '25 hours')
  expect(await payByHand()).toBe(200)
  await shop.sweep()
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [{ state: 'BY_HAND' }] })
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 0 })
  await shiftClock(shop.owner, '0 minutes')
})

test('lets no refund be paid by hand that the provider has, or that is being sent', async () => {
  const { id, refund, payByHand } = await givenUnsent()
  await shiftClock(shop.owner, '25 hours')
  await shop.owner.updateTable('refunds').set({ failure: 'Is being sent.' }).where('id', '=', refund.id).execute()
  expect(await payByHand()).toBe(409)
  await shop.stripe.setFaults([{ on: 'POST /v1/refunds', when: 'after', what: 'cut' }])
  await sendRefund(shop.context, refund.id)
  expect((await shop.ledgerOf(id))?.refunded).toBe(4_550)
  expect(await payByHand()).toBe(409)
  expect(await lookAsAdmin(id)).toMatchObject({ refunds: [{ state: 'DONE' }] })
  await shiftClock(shop.owner, '0 minutes')
})

test('lists a refund that the provider has not paid back for ten days, with what it waits for', async () => {
  await shop.stripe.set({ newRefunds: 'requires_action' })
  const { id, ref } = await givenRefunded()
  await shop.stripe.set({ newRefunds: 'succeeded' })
  const waiting = { state: 'SENT', failure: expect.stringContaining('Stripe waits') }
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [waiting] })
  await shiftClock(shop.owner, '10 days 1 minute')
  expect(await lookAsAdmin(id)).toMatchObject({ needs: ['REFUND_SLOW'], refunds: [waiting] })
  await shop.stripe.endRefund(ref, 'succeeded')
  expect(await lookAsAdmin(id)).toMatchObject({ needs: [], refunds: [{ state: 'DONE', failure: null }] })
  await shiftClock(shop.owner, '0 minutes')
})

test('takes another key for a refund after an hour of an error that the provider keeps, and pays once', async () => {
  const { ada, ticketIds, id, key } = await shop.givenOpenPayment()
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  await shop.stripe.setFaults([{ on: 'POST /v1/refunds', when: 'before', what: 500 }])
  await doJobs(shop)
  const calls = await shop.stripe.calls()
  const keys = async () =>
    new Set(
      (await shop.stripe.calls())
        .slice(calls.length)
        .filter(isRefund)
        .map((call) => call.key),
    ).size
  for (let minutes = 5; minutes <= 55; minutes += 5) {
    await shiftClock(shop.owner, `${minutes} minutes`)
    await shop.sweep()
  }
  expect(await keys()).toBe(1)
  for (let minutes = 60; minutes <= 80; minutes += 5) {
    await shiftClock(shop.owner, `${minutes} minutes`)
    await shop.sweep()
  }
  expect(await keys()).toBe(2)
  expect(await shop.ledgerOf(id)).toMatchObject({ refunded: 4_550, refunds: [{ amount: 4_550 }] })
})

test('adopts a refund that the provider made under a former key', async () => {
  const { id, ref } = await givenRefunded()
  const [refund] = (await lookAsAdmin(id)).refunds
  await sql`
    update refunds set state = 'DUE', provider_ref = null, next_look_at = shop_now(), former_keys = former_keys || key,
      key = gen_random_uuid()
    where id = ${refund.id}`.execute(shop.owner)
  await shop.sweep()
  expect((await shop.ledgerOf(id))?.refunds).toHaveLength(1)
  expect((await lookAsAdmin(id)).refunds).toMatchObject([{ state: 'DONE', ref }])
})
