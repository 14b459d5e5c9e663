import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '#server/context.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import {
  IBAN,
  PAYER,
  type StatementShop,
  camt,
  csv,
  openStatementShop,
  referenceOf,
} from '#server/testing/statement-shop.ts'
import { bookStatement } from './book-statement.ts'
import { checkStatement } from './check-statement.ts'

const NEW_IBAN = 'DE89370400440532013000'
const UNKNOWN_IBAN = 'AT611904300234573201'

let shop: StatementShop
/** The shop after its settings name another account. */
let changed: AppContext

beforeAll(async () => {
  shop = await openStatementShop()
  const { settings } = shop.context
  const bankAccount = { owner: 'Foyer GmbH', iban: NEW_IBAN, bic: null }
  changed = { ...shop.context, settings: { ...settings, bankAccount } }
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const bookChanged = (text: string) =>
  bookStatement(changed, { by: shop.admin, fileName: 'statement', file: Buffer.from(text), others: [] })

test.each([
  ['CAMT', camt],
  ['CSV', csv],
])('books late transfers to the former account from its %s, and knows those that are stored', async (_, fileOf) => {
  const [stored, late] = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
  const donation = { amount: '5.00', purpose: `Donation ${stored.id}` }
  const lines = [{ amount: '91.00', purpose: referenceOf(stored) }, donation]
  await shop.book(fileOf(lines))
  const file = fileOf([...lines, { amount: '91.00', purpose: referenceOf(late) }])
  expect(await bookChanged(file)).toMatchObject({ booked: 1, open: 0, known: 2 })
  expect(await bookChanged(file)).toMatchObject({ booked: 0, open: 0, known: 3 })
  expect(await shop.paymentOf(late.ada, late.id)).toMatchObject({ state: 'TAKEN' })
})

test('knows movements of the former account in the other format', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const lines = [
    { amount: '91.00', purpose: referenceOf(paid) },
    { amount: '5.00', purpose: `Subscription ${paid.id}` },
  ]
  expect(await bookChanged(csv(lines))).toMatchObject({ booked: 1, open: 1 })
  expect(await bookChanged(camt(lines))).toMatchObject({ booked: 0, open: 0, known: 2 })
  expect(await bookChanged(camt(lines.map((line) => ({ ...line, bankRef: `R${paid.id}` }))))).toMatchObject({
    known: 2,
  })
})

test('books statements of the new account, and tells their movements from those of the former one', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([{ ...line, bankRef: 'A1' }]))
  const again = camt([{ ...line, bankRef: 'B1' }], { iban: NEW_IBAN })
  expect(await bookChanged(again)).toMatchObject({ booked: 0, open: 1, known: 0 })
  expect(await bookChanged(again)).toMatchObject({ booked: 0, open: 0, known: 1 })
  expect(await shop.openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE' }])
})

test('refuses statements of accounts that no customer was told', async () => {
  await shop.givenOpenPayment('transfer')
  const file = Buffer.from(camt([{ amount: '91.00', purpose: '' }], { iban: UNKNOWN_IBAN }))
  await expect(checkStatement(changed, file)).rejects.toThrow('statement_refused')
})

test('knows a movement by its former fingerprint, which named the payer', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([line]))
  const former = JSON.stringify([IBAN, '2026-11-23', 9_100, PAYER, line.purpose])
  const fingerprint = createHash('sha256').update(former).digest('base64url')
  await shop.owner.updateTable('bank_movements').set({ fingerprint }).where('payment_id', '=', paid.id).execute()
  const withoutAccounts = `Buchungstag;Verwendungszweck;Betrag\n23.11.2026;"${line.purpose}";91,00`
  for (const file of [camt([line]), csv([line]), withoutAccounts]) {
    expect(await shop.book(file)).toMatchObject({ booked: 0, open: 0, known: 1 })
  }
})

test('takes no former account of the shop for that of a payer', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const own = `IBAN;Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung
${IBAN};23.11.2026;Ada;"${referenceOf(paid)}";91,00;EUR`
  expect(await bookChanged(own)).toMatchObject({ booked: 1 })
  expect(await shop.payerIbanOf(paid)).toBeNull()
})
