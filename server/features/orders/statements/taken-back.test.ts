import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { findOwedRefunds } from '../payments/owed-refunds.sql.ts'
import {
  PAYER,
  type StatementShop,
  camt,
  camtTakenBack,
  openStatementShop,
  referenceOf,
} from '#server/testing/statement-shop.ts'

const DAY_MS = 86_400_000
const STRANGER = 'AT022011182221219800'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

type Line = Parameters<typeof camt>[0][number]
type Paid = Awaited<ReturnType<StatementShop['givenOpenPayment']>>

/** Books a movement and assigns it to payments, one after the other. */
async function bookFor(line: Line, payments: readonly Paid[]) {
  await shop.book(camt([line]))
  for (const { id } of payments) {
    const [movement] = await shop.openMovements(line.purpose)
    const assigned = await shop.end(movement, 'assign', { paymentId: id, reason: 'Their money' })
    expect(assigned.statusCode).toBe(200)
  }
}
const refund = async ({ ada, ticketIds }: Paid, index = 0) => {
  const reply = await shop.ask('PUT', `/tickets/${ticketIds[index]}/cancelation`, { as: ada })
  return [reply.statusCode, reply.headers['x-problem']]
}
const openTransfer = () => shop.givenOpenPayment('transfer')

const REFUSED = [409, 'payment_disputed']
const REFUNDED = [200, undefined]

test('refuses refunds of a transfer without a reference that was assigned and taken back', async () => {
  const paid = await openTransfer()
  const line = { amount: '91.00', purpose: `Tickets of order ${paid.id}` }
  await bookFor(line, [paid])
  await shop.book(camtTakenBack(line))
  expect(await refund(paid)).toEqual(REFUSED)
  const [reversal] = await shop.openMovements(line.purpose)
  expect(reversal).toMatchObject({ finding: 'REVERSED', amount: -9_100 })
  await shop.end(reversal, 'ignore', { reason: 'They paid in cash' })
  expect(await refund(paid)).toEqual(REFUNDED)
})

test('leaves owed refunds of a transfer out of a payment file that was assigned and taken back', async () => {
  const paid = await openTransfer()
  const line = { amount: '82.10', purpose: `Evening of order ${paid.id}` }
  await bookFor(line, [paid])
  expect(await refund(paid)).toEqual(REFUNDED)
  await shop.sweep()
  const payable = async () =>
    (await shop.ask('GET', '/admin/refund-files', { as: shop.admin })).json().payable as { count: number }
  const { count } = await payable()
  await shop.book(camtTakenBack(line))
  expect(await payable()).toMatchObject({ count: count - 1 })
})

test('calls no refund overdue that waits because the bank took its transfer back', async () => {
  const paid = await openTransfer()
  const line = { amount: '91.00', purpose: `Late evening of order ${paid.id}` }
  await bookFor(line, [paid])
  expect(await refund(paid)).toEqual(REFUNDED)
  await shop.book(camtTakenBack(line))
  await shop.owner
    .updateTable('refunds')
    .set({ created_at: new Date(Date.now() - 8 * DAY_MS) })
    .where('payment_id', '=', paid.id)
    .execute()
  expect(await selectViolations(shop.db)).toEqual([])
  const [reversal] = await shop.openMovements(line.purpose)
  await shop.end(reversal, 'ignore', { reason: 'They paid in cash' })
  expect(await selectViolations(shop.db)).toMatchObject([{ rule: 'a refund is sent within a week' }])
  await shop.sweep()
})

const refundsOf = ({ id }: Paid) =>
  shop.db.selectFrom('refunds').select('amount').where('payment_id', '=', id).orderBy('id').execute()
const assignReversal = async (line: Line, { id }: Paid) => {
  const [reversal] = await shop.openMovements(line.purpose)
  const reply = await shop.end(reversal, 'assign', { paymentId: id, reason: 'The account was closed' })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const takenOf = async ({ id }: Paid) =>
  (await shop.ask('GET', `/admin/payments/${id}`, { as: shop.admin })).json().taken

test('pays back no more than the bank left, when a part that was taken back is assigned', async () => {
  const paid = await openTransfer()
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([line]))
  await refund(paid, 0)
  await shop.sweep()
  const back = { ...line, amount: '60.00' }
  await shop.book(camtTakenBack(back))
  expect(await assignReversal(back, paid)).toMatchObject({ state: 'BOOKED', openAmount: 0, finding: 'REVERSED' })
  expect(await takenOf(paid)).toBe(3_100)
  expect(await refund(paid, 1)).toEqual(REFUNDED)
  await shop.sweep()
  expect(await refundsOf(paid)).toEqual([{ amount: 3_100 }])
  const { rows } = await findOwedRefunds().execute(shop.db)
  expect(rows.filter(({ paymentId }) => paymentId === paid.id)).toMatchObject([{ iban: PAYER, amount: 3_100 }])
  await shop.book(camt([{ ...back, day: '2026-11-25' }]))
  const [again] = await shop.openMovements(line.purpose)
  expect(again).toMatchObject({ finding: 'AMOUNT' })
  await shop.end(again, 'assign', { paymentId: paid.id, reason: 'Paid again' })
  expect(await refundsOf(paid)).toEqual([{ amount: 3_100 }, { amount: 1_450 }, { amount: 4_550 }])
})

test('pays nothing back of a transfer that the bank took back, wholly and of two orders', async () => {
  const [one, other] = [await openTransfer(), await openTransfer()]
  const line = { amount: '182.00', purpose: `${referenceOf(one)} ${referenceOf(other)}` }
  await bookFor(line, [one, other])
  await shop.book(camtTakenBack(line))
  expect(await assignReversal(line, one)).toMatchObject({ state: 'OPEN', openAmount: 9_100 })
  expect(await assignReversal(line, other)).toMatchObject({ state: 'BOOKED', openAmount: 0 })
  expect([await refund(one), await refund(other)]).toEqual([REFUNDED, REFUNDED])
  expect([await refundsOf(one), await takenOf(other)]).toEqual([[], 0])
})

test('pays no refund of money that the bank took back, after its payment file was withdrawn', async () => {
  const paid = await openTransfer()
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([line]))
  await refund(paid, 0)
  await shop.sweep()
  await shop.ask('POST', '/admin/refund-files', { as: shop.admin })
  const [file] = (await shop.ask('GET', '/admin/refund-files', { as: shop.admin })).json().files
  await shop.book(camtTakenBack(line))
  await assignReversal(line, paid)
  expect(await refundsOf(paid)).toEqual([{ amount: 4_550 }])
  const body = { reason: 'The bank refused it' }
  const path = `/admin/refund-files/${file.id}/withdraw`
  expect((await shop.ask('POST', path, { as: shop.admin, body })).statusCode).toBe(200)
  expect(await refundsOf(paid)).toEqual([])
})

test('refuses refunds of all orders that one transfer paid, whichever its text names first', async () => {
  const [one, other] = [await openTransfer(), await openTransfer()]
  const line = { amount: '182.00', purpose: `${referenceOf(one)} ${referenceOf(other)}` }
  await bookFor(line, [one, other])
  await shop.book(camtTakenBack(line))
  expect([await refund(one), await refund(other)]).toEqual([REFUSED, REFUSED])
})

test('refuses refunds of an order that was settled by hand, if the bank took its transfer back', async () => {
  const paid = await openTransfer()
  const body = { reason: 'Seen in the banking app' }
  await shop.ask('POST', `/admin/payments/${paid.id}/settle`, { as: shop.admin, body })
  await shop.book(camtTakenBack({ amount: '91.00', purpose: referenceOf(paid) }))
  expect(await refund(paid)).toEqual(REFUSED)
})

test('holds back equal transfers of a payer only until the one that was taken back is known', async () => {
  const [one, other] = [await openTransfer(), await openTransfer()]
  for (const paid of [one, other]) await bookFor({ amount: '77.70', purpose: `Boxes of order ${paid.id}` }, [paid])
  const back = { amount: '77.70', purpose: 'Returned by the bank' }
  await shop.book(camtTakenBack(back))
  expect([await refund(one), await refund(other)]).toEqual([REFUSED, REFUSED])
  await assignReversal(back, one)
  expect([await refund(one), await refund(other)]).toEqual([REFUNDED, REFUNDED])
  await shop.sweep()
  expect([await refundsOf(one), await refundsOf(other)]).toEqual([[], [{ amount: 4_550 }]])
})

test('knows the transfer by its payer if the bank writes another text', async () => {
  const paid = await openTransfer()
  await bookFor({ amount: '73.50', purpose: `Seats of order ${paid.id}` }, [paid])
  await shop.book(camtTakenBack({ amount: '73.50', purpose: 'Account closed' }))
  expect(await refund(paid)).toEqual(REFUSED)
})

test('refunds transfers of other payers, amounts and references', async () => {
  const [one, other, named] = [await openTransfer(), await openTransfer(), await openTransfer()]
  await bookFor({ amount: '64.20', purpose: `Places of order ${one.id}` }, [one])
  await bookFor({ amount: '64.30', purpose: `Places of order ${other.id}` }, [other])
  await shop.book(camt([{ amount: '91.00', purpose: referenceOf(named) }]))
  const stranger = camtTakenBack({ amount: '64.20', purpose: 'By mistake' })
  await shop.book(stranger.replace(PAYER, STRANGER).replace('<Nm>Ada<', '<Nm>Eve<'))
  const unpaid = await openTransfer()
  await shop.book(camtTakenBack({ amount: '91.00', purpose: referenceOf(unpaid) }))
  expect([await refund(one), await refund(other), await refund(named)]).toEqual([REFUNDED, REFUNDED, REFUNDED])
})
