import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { PAYER, type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { endByHand } from '../payments/end-by-hand.ts'
import { findOwedRefunds } from '../payments/owed-refunds.sql.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const textOf = ({ paragraphs }: Mail) => paragraphs.join(' ')

test('books late money if its place is still free, else all of it is owed back', async () => {
  const show = await givenShow(shop.db, { seats: 8, price: 4_550, startsIn: '30 days' })
  const payments = await race(8, (index) => shop.givenOpenPayment('transfer', { show, places: [show.seatIds[index]] }))
  const release = { by: shop.admin, reason: 'No money came.', action: 'RELEASED' } as const
  for (const { id } of payments) await endByHand(shop.context, { id, ...release })
  await shop.owner
    .updateTable('tickets')
    .set({ reserved_until: new Date(0) })
    .where('event_show_id', '=', show.showId)
    .execute()
  const rivals = async (seat: number | undefined) => {
    const body = { eventShowId: show.showId, seatingPlanPlaceIds: [seat] }
    return (await shop.ask('POST', '/tickets', { as: await givenUser(shop.db), body })).statusCode
  }
  const statement = camt(payments.map((paid) => ({ amount: '45.50', purpose: referenceOf(paid) })))
  const [statuses] = await Promise.all([Promise.all(show.seatIds.slice(0, 4).map(rivals)), shop.book(statement)])
  const lost = statuses.filter((status) => status === 201).length
  await shop.sweep()
  const outcomes = await Promise.all(
    payments.map(async ({ ada, id }) => (await shop.paymentOf(ada, id as PaymentId)).invoiceId !== null),
  )
  expect(outcomes.filter((isSold) => !isSold)).toHaveLength(lost)
  const refunds = await shop.db.selectFrom('refunds').select(['state', 'amount']).where('reason', '=', 'LATE').execute()
  expect(refunds).toEqual(Array.from({ length: lost }, () => ({ state: 'OWED', amount: 4_550 })))
  const csv = (await shop.ask('GET', '/admin/exports?list=owed-refunds', { as: shop.admin })).body
  expect(csv.split('\r\n').filter((line) => line.includes(`;Ada;${PAYER};`))).toHaveLength(lost)
})

test('owes back no more than came, when too little money comes too late', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await endByHand(shop.context, { id: paid.id, by: shop.admin, reason: 'No money came.', action: 'RELEASED' })
  const { ada, show, ticketIds } = paid
  for (const ticketId of ticketIds) await shop.ask('DELETE', `/tickets/${ticketId}`, { as: ada })
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  await shop.ask('POST', '/tickets', { as: await givenUser(shop.db), body })
  await shop.book(camt([{ amount: '50.00', purpose: referenceOf(paid) }]))
  const [short] = await shop.openMovements(referenceOf(paid))
  await shop.end(short, 'assign', { paymentId: paid.id, reason: 'Too little' })
  const refunds = await shop.db
    .selectFrom('refunds')
    .select(['reason', 'amount'])
    .where('payment_id', '=', paid.id)
    .execute()
  expect(refunds).toEqual([{ reason: 'LATE', amount: 5_000 }])
})

test('refunds no more than came where too little pays an order, also when its tickets are refunded at once', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await shop.book(camt([{ amount: '90.50', purpose: referenceOf(paid) }]))
  const [short] = await shop.openMovements(referenceOf(paid))
  await shop.end(short, 'assign', { paymentId: paid.id, reason: 'Charges of the bank' })
  const refund = (index: number) =>
    shop.ask('PUT', `/tickets/${paid.ticketIds[index % 2]}/cancelation`, { as: paid.ada })
  const replies = await race(6, refund)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  const refunds = await shop.db
    .selectFrom('refunds')
    .select(['reason', 'amount'])
    .where('payment_id', '=', paid.id)
    .orderBy('id')
    .execute()
  expect(refunds).toEqual([
    { reason: 'TICKET', amount: 4_550 },
    { reason: 'TICKET', amount: 4_500 },
  ])
  const invoices = [...new Set(replies.map((reply) => reply.json().id))].toSorted((one, other) => one - other)
  const shown = await Promise.all(
    invoices.map(async (id) => (await shop.ask('GET', `/invoices/${id}`, { as: paid.ada })).json()),
  )
  expect(shown).toMatchObject([
    { total: 4_550, shortRefund: null },
    { total: 4_550, shortRefund: 4_500 },
  ])
  const { elements: listed } = (await shop.ask('GET', '/invoices', { as: paid.ada })).json()
  expect(listed.map((invoice: { shortRefund: number }) => invoice.shortRefund)).toEqual([4_500, null, null])
  const atDesk = (await shop.ask('GET', `/admin/invoices/${invoices[1]}`, { as: shop.admin })).json()
  expect(atDesk).toMatchObject({ total: 4_550, shortRefund: 4_500 })
  const mails = (await doJobs(shop)).filter(({ subject }) => subject.startsWith('Your refund')).map(textOf)
  expect(mails.toSorted()).toEqual([
    expect.stringContaining('45.00 € will be refunded'),
    expect.stringContaining('45.50 € will be refunded'),
  ])
  expect(
    mails.filter((text) => text.includes('Less money came than the order cost, so 45.00 € goes back')),
  ).toHaveLength(1)
})

test('refunds a cancelled show up to what came, and nothing for what came to nothing', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await shop.book(camt([{ amount: '40.00', purpose: referenceOf(paid) }]))
  const [short] = await shop.openMovements(referenceOf(paid))
  await shop.end(short, 'assign', { paymentId: paid.id, reason: 'The rest is a present' })
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.ask('POST', `/admin/shows/${paid.show.showId}/cancellation`, { as: shop.admin, body: { reason: 'Fire.' } })
  const mails = (await doJobs(shop)).filter(({ subject }) => subject.includes('refund'))
  expect(mails.map(textOf).toSorted()).toEqual([
    expect.stringContaining('We are sorry'),
    expect.stringContaining('40.00 € will be refunded'),
  ])
  const refunds = await shop.db.selectFrom('refunds').select('amount').where('payment_id', '=', paid.id).execute()
  expect(refunds).toEqual([{ amount: 4_000 }])
  const { elements } = (await shop.ask('GET', '/invoices', { as: paid.ada })).json()
  const { shortRefund } = (await shop.ask('GET', `/invoices/${elements[0].id}`, { as: paid.ada })).json()
  expect([elements[0].shortRefund, shortRefund]).toEqual([0, 0])
})

test('takes the rest for an order that was accepted with too little, and fills up its refunds', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const assign = async (amount: string) => {
    await shop.book(camt([{ amount, purpose: referenceOf(paid) }]))
    const [movement] = await shop.openMovements(referenceOf(paid))
    expect(movement).toMatchObject({ finding: 'AMOUNT', paymentId: paid.id })
    return (await shop.end(movement, 'assign', { paymentId: paid.id, reason: 'Accepted' })).json()
  }
  await assign('40.00')
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  expect(await assign('50.00')).toMatchObject({ state: 'BOOKED', openAmount: 0 })
  await shop.sweep()
  const refunds = await shop.db.selectFrom('refunds').select('amount').where('payment_id', '=', paid.id).execute()
  expect(refunds).toEqual([{ amount: 4_000 }, { amount: 550 }])
  await shop.book(camt([{ amount: '1.01', purpose: referenceOf(paid) }]))
  expect(await shop.openMovements(referenceOf(paid))).toMatchObject([{ finding: 'DOUBLE' }])
  expect(await assign('1.00')).toMatchObject({ state: 'BOOKED' })
})

const OTHER = 'DE89370400440532013000'

test.each([
  ['names no account of a refund if the rest of the money came from another one', OTHER, ['Ada Łukasz', null]],
  ['names no account of a refund if the rest of the money came from an unknown one', '', ['Ada Łukasz', null]],
  ['names the account of a refund if the rest of the money came from the same one', PAYER, ['Ada', PAYER]],
])('%s', async (_, account, [recipient, iban]) => {
  const paid = await shop.givenOpenPayment('transfer')
  for (const [amount, from] of [
    ['90.99', PAYER],
    ['0.01', account],
  ] as const) {
    await shop.book(camt([{ amount, purpose: referenceOf(paid) }]).replace(PAYER, from))
    const [movement] = await shop.openMovements(referenceOf(paid))
    await shop.end(movement, 'assign', { paymentId: paid.id, reason: 'Accepted' })
  }
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.sweep()
  const { rows } = await findOwedRefunds().execute(shop.db)
  expect(rows.filter(({ paymentId }) => paymentId === paid.id)).toMatchObject([{ recipient, iban, amount: 4_550 }])
})

test('names the customer as the recipient if the statement names nobody', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await shop.book(camt([{ amount: '91.00', purpose: referenceOf(paid) }]).replace('<Nm>Ada</Nm>', ''))
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.sweep()
  const { rows } = await findOwedRefunds().execute(shop.db)
  expect(rows.filter(({ paymentId }) => paymentId === paid.id)).toMatchObject([
    { recipient: 'Ada Łukasz', iban: PAYER, amount: 4_550 },
  ])
})
