import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

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
  expect(rows).toMatchObject([{ reason: 'MISMATCH' }])
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
