import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { IBAN, type StatementShop, camt, csv, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

test('knows a movement again in another format, and tells equal ones of one day apart', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  const previewed = (await shop.upload('/checks', camt([line, line]))).json().movements
  expect(previewed).toMatchObject([{ finding: 'EXACT' }, { finding: 'DOUBLE', paymentId: paid.id }])
  expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
  expect(await shop.book(csv([line, line]))).toMatchObject({ booked: 0, open: 1, known: 1 })
  expect(await shop.openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE', paymentId: paid.id }])
})

test('knows a movement again in a file without accounts', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  expect(await shop.book(camt([line]))).toMatchObject({ booked: 1 })
  const withoutAccounts = `Buchungstag;Name Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung
23.11.2026;Ada Lovelace;"${line.purpose}";91,00;EUR`
  expect(await shop.book(withoutAccounts)).toMatchObject({ booked: 0, open: 0, known: 1 })
})

test('knows a movement without a reference again in a file that names fewer facts of it', async () => {
  const header = 'Buchungstag;Name Zahlungsbeteiligter;Verwendungszweck;Betrag'
  const text = 'Karten für zwei'
  expect(await shop.book(`${header}\n23.11.2026;ADA;${text} EREF: NOTPROVIDED;12,34`)).toMatchObject({ open: 1 })
  expect(await shop.book(camt([{ amount: '12.34', purpose: text }]))).toMatchObject({ open: 0, known: 1 })
  const both = [
    { amount: '12.34', purpose: text, bankRef: 'K1' },
    { amount: '12.34', purpose: text, bankRef: 'K2' },
  ]
  expect(await shop.book(camt(both))).toMatchObject({ open: 1, known: 1 })
  expect(await shop.book(camt(both))).toMatchObject({ open: 0, known: 2 })
})

test('takes no account of the shop for that of a payer', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const own = `IBAN;Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung
${IBAN};23.11.2026;Ada;"${referenceOf(paid)}";91,00;EUR`
  expect(await shop.book(own)).toMatchObject({ booked: 1 })
  expect(await shop.payerIbanOf(paid)).toBeNull()
})

test('tells equal movements of separate files apart by the reference of the bank', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  expect(await shop.book(camt([{ ...line, bankRef: 'B1' }]))).toMatchObject({ booked: 1, known: 0 })
  const both = [{ ...line, bankRef: 'B2' }]
  const replies = await race(4, () => shop.book(camt(both)))
  expect(replies.map(({ open, known }) => [open, known]).toSorted()).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
  expect(await shop.openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE', paymentId: paid.id }])
  expect(await shop.book(csv([line, line]))).toMatchObject({ open: 0, known: 2 })
})

test('takes an equal movement of a separate CSV for the stored one, unless an administrator says otherwise', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  expect(await shop.book(csv([line]))).toMatchObject({ booked: 1 })
  const [again] = (await shop.upload('/checks', csv([line]))).json().movements
  expect(again).toMatchObject({ isKnown: true, otherKey: expect.any(String) })
  expect(await shop.book(csv([line]))).toMatchObject({ booked: 0, open: 0, known: 1 })
  expect(await shop.openMovements(line.purpose)).toEqual([])

  const replies = await race(4, () => shop.book(csv([line]), again.otherKey))
  expect(replies.map(({ open, known }) => [open, known]).toSorted()).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
  expect(await shop.openMovements(line.purpose)).toMatchObject([
    { finding: 'DOUBLE', amount: 9_100, paymentId: paid.id },
  ])
  expect(await shop.book(csv([line]))).toMatchObject({ open: 0, known: 1 })
  expect(await shop.book(csv([line, line]))).toMatchObject({ open: 0, known: 2 })
  const [third] = (await shop.upload('/checks', csv([line, line, line]))).json().movements.slice(-1)
  expect(third).toMatchObject({ isKnown: false, otherKey: null })
  const long = await shop.upload(`?fileName=a.csv&others=${'a,'.repeat(50)}a`, csv([line]))
  expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('at most 50 movements')])
})

test('numbers equal movements on when only the second of them was another one', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(csv([line, line]))
  const [, second] = (await shop.upload('/checks', csv([line, line]))).json().movements
  expect(await shop.book(csv([line, line]), second.otherKey)).toMatchObject({ open: 1, known: 1 })
  expect(await shop.book(csv([line, line]), second.otherKey)).toMatchObject({ open: 0, known: 2 })
  expect(await shop.book(csv([line, line, line, line]))).toMatchObject({ open: 1, known: 3 })
})

test('offers no other movement where the reference of the bank proves that it is the same', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid), bankRef: `P${paid.id}` }
  await shop.book(camt([line]))
  expect((await shop.upload('/checks', camt([line]))).json().movements).toMatchObject([
    { isKnown: true, otherKey: null },
  ])
})
