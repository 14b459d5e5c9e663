import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { manualReference } from '#domain/payments/manual-payments.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import {
  PAYER,
  type StatementShop,
  camt,
  camtTakenBack,
  csv,
  openStatementShop,
  referenceOf,
} from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

/** An order, and a transfer that names the next order before its own. */
async function givenTransferForTwo() {
  const paid = await shop.givenOpenPayment('transfer')
  const purpose = `${manualReference('transfer', paid.id + 1)} ${referenceOf(paid)}`
  return { paid, line: { amount: '91.00', purpose } }
}

async function givenNamedOrder(purpose: string) {
  const later = await shop.givenOpenPayment('transfer')
  expect(purpose).toContain(referenceOf(later))
  return later
}

test.each([
  ['a CAMT again', camt, camt, 'B1'],
  ['a CSV again', csv, csv, undefined],
  ['a CAMT as CSV', camt, csv, 'B1'],
  ['a CSV as CAMT', csv, camt, 'B1'],
])('pays one order by a transfer that names a later one, too: %s', async (_case, first, second, bankRef) => {
  const { paid, line } = await givenTransferForTwo()
  expect(await shop.book(first([{ ...line, ...(bankRef && { bankRef }) }]))).toMatchObject({ booked: 1 })
  const later = await givenNamedOrder(line.purpose)
  expect(await shop.book(second([{ ...line, ...(bankRef && { bankRef }) }]))).toMatchObject({ booked: 0, known: 1 })
  expect(await shop.paymentOf(paid.ada, paid.id)).toMatchObject({ state: 'TAKEN' })
  expect(await shop.paymentOf(later.ada, later.id)).toMatchObject({ state: 'OPEN' })
})

test('knows a transfer of two orders beside an equal one of the later order', async () => {
  const { line } = await givenTransferForTwo()
  await shop.book(camt([{ ...line, bankRef: 'B1' }]))
  const later = await givenNamedOrder(line.purpose)
  const equal = { ...line, purpose: referenceOf(later), bankRef: 'B2' }
  const both = camt([equal, { ...line, bankRef: 'B1' }])
  expect(await shop.book(both)).toMatchObject({ booked: 1, open: 0, known: 1 })
  expect(await shop.paymentOf(later.ada, later.id)).toMatchObject({ state: 'TAKEN' })
})

test.each([
  ['CSV and CSV', csv, csv],
  ['CSV and CAMT', csv, camt],
  ['CAMT and CSV', camt, csv],
  ['CAMT and CAMT', camt, camt],
])(
  'pays two orders by two transfers of one day, of which the later one names both: %s',
  async (_case, noon, evening) => {
    const [first, second] = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
    const line = { amount: '91.00', purpose: referenceOf(first) }
    const later = { amount: '91.00', purpose: `${referenceOf(second)} after ${referenceOf(first)}` }
    expect(await shop.book(noon([line]))).toMatchObject({ booked: 1 })
    expect(await shop.book(evening([later, line]))).toMatchObject({ booked: 1, open: 0, known: 1 })
    expect(await shop.paymentOf(second.ada, second.id)).toMatchObject({ state: 'TAKEN' })
  },
)

test('keeps the account of the payer whose equal transfer names a later order, too', async () => {
  const { line } = await givenTransferForTwo()
  expect(await shop.book(csv([line]))).toMatchObject({ booked: 1 })
  const later = await givenNamedOrder(line.purpose)
  const own = 'DE89370400440532013000'
  const paid = csv([{ ...line, purpose: referenceOf(later) }]).replace(PAYER, own)
  const both = [...paid.split('\r\n'), csv([line]).split('\r\n').at(-1)].join('\r\n')
  expect(await shop.book(both)).toMatchObject({ booked: 1, open: 0, known: 1 })
  const movements = shop.db.selectFrom('bank_movements').select('payer_iban as iban').where('payment_id', '=', later.id)
  expect(await movements.execute()).toEqual([{ iban: own }])
})

test('pays the open order of a transfer that names one that was given up first', async () => {
  const gone = await shop.givenOpenPayment('transfer')
  expect((await shop.ask('DELETE', `/payments/${gone.id}`, { as: gone.ada })).statusCode).toBeLessThan(300)
  const open = await shop.givenOpenPayment('transfer')
  const purpose = `${referenceOf(gone)} now ${referenceOf(open)}`
  expect(await shop.book(camt([{ amount: '91.00', purpose }]))).toMatchObject({ booked: 1, open: 0 })
  expect(await shop.paymentOf(open.ada, open.id)).toMatchObject({ state: 'TAKEN' })
})

test('lets refunds wait whose transfer was taken back, and names a later order, too', async () => {
  const { paid, line } = await givenTransferForTwo()
  await shop.book(camt([line]))
  const later = await givenNamedOrder(line.purpose)
  await shop.book(camtTakenBack(line))
  expect(await shop.openMovements(referenceOf(paid))).toMatchObject([{ finding: 'REVERSED', paymentId: paid.id }])
  const refund = await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  expect([refund.statusCode, refund.headers['x-problem']]).toEqual([409, 'payment_disputed'])
  const both = camt([{ ...line, purpose: referenceOf(later), day: '2026-11-25' }])
  expect(await shop.book(both)).toMatchObject({ booked: 1 })
})

test('lets refunds wait whose transfer was taken back, if the bank names another order that was paid', async () => {
  const { paid, line } = await givenTransferForTwo()
  await shop.book(camt([line]))
  const later = await givenNamedOrder(line.purpose)
  expect(await shop.book(camt([{ ...line, purpose: referenceOf(later) }]))).toMatchObject({ booked: 1 })
  await shop.book(camtTakenBack({ ...line, purpose: referenceOf(later) }))
  const refund = await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  expect([refund.statusCode, refund.headers['x-problem']]).toEqual([409, 'payment_disputed'])
})

test('books two transfers of one day that name the same orders', async () => {
  const { paid, line } = await givenTransferForTwo()
  const later = await givenNamedOrder(line.purpose)
  const both = camt(['B1', 'B2'].map((bankRef) => ({ ...line, bankRef })))
  expect(await shop.book(both)).toMatchObject({ booked: 1, open: 1 })
  expect(await shop.paymentOf(later.ada, later.id)).toMatchObject({ state: 'TAKEN' })
  expect(await shop.paymentOf(paid.ada, paid.id)).toMatchObject({ state: 'OPEN' })
  expect(await shop.openMovements(referenceOf(later))).toMatchObject([{ finding: 'DOUBLE', paymentId: later.id }])
  expect(await shop.book(both)).toMatchObject({ booked: 0, open: 0, known: 2 })
})
