import { describe, expect, test } from 'vitest'
import { camt, csv, IBAN, PAYER } from '#server/testing/statement-shop.ts'
import { readStatement } from './read-statement.ts'

const read = (file: string) => readStatement(Buffer.from(file), IBAN)
const line = { amount: '91.00', purpose: 'RF18 5390 0754 7034' }

test('reads of a booked payment what reached the account, without the charges of the bank', () => {
  const file = camt([{ ...line, amount: '89.00' }]).replace('<TxDtls>', '<TxDtls><Amt Ccy="EUR">91.00</Amt>')
  expect(read(file)).toMatchObject({ movements: [{ amount: 8_900 }] })
})

test('reads the sign of a CSV whose amounts have none, and the sign of the euro', () => {
  const [preamble, header, row] = csv([line]).split('\r\n')
  const rows = ['H', 'S', 'Haben', 'Soll', ''].map((side) => `${row};${side}`)
  const file = [preamble, `${header};Soll/Haben`, ...rows].join('\r\n').replaceAll(';EUR;', ';€;')
  expect(read(file)).toMatchObject({ movements: [{ amount: 9_100 }, { amount: 9_100 }, { amount: 9_100 }], skipped: 2 })
})

describe('money that is not booked yet', () => {
  test.each(['PDNG', 'INFO', 'FUTR'])('is left out of CAMT with the status %s', (status) => {
    const file = camt([line, { ...line, amount: '5.00' }]).replace('<Cd>BOOK<', `<Cd>${status}<`)
    expect(read(file)).toMatchObject({ movements: [{ amount: 500 }], skipped: 1 })
  })

  test('is left out of CAMT with a status of the bank', () => {
    const file = camt([line]).replace('<Cd>BOOK</Cd>', '<Prtry>NEW</Prtry>')
    expect(read(file)).toMatchObject({ movements: [], skipped: 1 })
  })

  test.each([
    ['Status', 'Gebucht', 'Vorgemerkt'],
    ['Info', 'Umsatz gebucht', 'Umsatz vorgemerkt'],
    ['State', 'COMPLETED', 'PENDING'],
    ['State', 'COMPLETED', 'REVERTED'],
  ])('is left out of a CSV with the column %s, which has %s or %s', (heading, booked, pending) => {
    const [preamble, header, row] = csv([line]).split('\r\n')
    const file = [preamble, `${header};${heading}`, `${row};${pending}`, `${row};${booked}`, `${row};`]
    expect(read(file.join('\r\n'))).toMatchObject({ movements: [{ amount: 9_100 }, { amount: 9_100 }], skipped: 1 })
  })

  test('is left out of a CSV that has no day for it', () => {
    const file = csv([line, line]).replace('\r\n23.11.2026', '\r\noffen')
    expect(read(file)).toMatchObject({ movements: [{ amount: 9_100, payerIban: PAYER }], skipped: 1 })
  })
})
