import { describe, expect, test } from 'vitest'
import { camt, csv, IBAN, PAYER } from '#server/testing/statement-shop.ts'
import { readStatement } from './read-statement.ts'

const read = (file: string) => readStatement(Buffer.from(file), IBAN)
const line = { amount: '91.00', purpose: 'RF18 5390 0754 7034' }

/** Returns a CSV with one more column. */
const csvWith = (heading: string, ...cells: string[]) => {
  const [preamble, header, row] = csv([line]).split('\r\n')
  return [preamble, `${header};${heading}`, ...cells.map((cell) => `${row};${cell}`)].join('\r\n')
}

const expected = {
  ...{ bookedOn: '2026-11-23', amount: 9_100, payerName: 'Ada', payerIban: PAYER, isReversal: false },
  purpose: line.purpose,
}

test('reads CAMT and the CSV of a bank in the encodings that they have', () => {
  expect(read(camt([line]))).toMatchObject({ format: 'CAMT', movements: [expected] })
  for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
    const mark = encoding === 'utf16le' ? '\u{FEFF}' : ''
    const file = Buffer.from(mark + csv([line]), encoding)
    expect(readStatement(file, IBAN), encoding).toMatchObject({ format: 'CSV', movements: [expected] })
  }
})

test('reads amounts with more decimals', () => {
  const statement = read(camt([{ ...line, amount: '91.000' }]))
  expect(statement.movements).toMatchObject([expected])
})

test('reads an entry whose transactions tell no amounts as one movement', () => {
  const details = (purpose: string) => `<TxDtls><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`
  const file = camt([line]).replace(/<TxDtls>.*<\/TxDtls>/s, details('RF18 5390 0754 7034') + details('Other'))
  expect(read(file).movements).toMatchObject([{ amount: 9_100, purpose: 'RF18 5390 0754 7034 Other' }])
})

test('cuts names and purposes that are longer than those of banks, and leaves out what is no IBAN', () => {
  const long = { amount: '91.00', purpose: 'x'.repeat(3_000) }
  const files = [camt([long]), csv([long])].map((file) =>
    file.replace(/(?<=[>;])Ada(?=[<;])/, 'A'.repeat(200)).replace(PAYER, 'AT'.repeat(250)),
  )
  for (const file of files) {
    expect(read(file).movements).toMatchObject([
      { payerName: 'A'.repeat(140), purpose: 'x'.repeat(2_000), payerIban: null },
    ])
  }
})

test('reads no more than 5,000 paid refunds', () => {
  const transfer = `<TxDtls><Refs><EndToEndId>FOYER-1-1</EndToEndId></Refs><Amt Ccy="EUR">1</Amt></TxDtls>`
  const sentIn = (count: number) => {
    const paid = camt([{ amount: '1.00', purpose: '' }]).replace('CRDT', 'DBIT')
    const file = paid.replace(/<TxDtls>.*<\/TxDtls>/s, transfer.repeat(count))
    return read(file).sent
  }
  expect(sentIn(5_000)).toHaveLength(5_000)
  expect(() => sentIn(5_001)).toThrow('statement_refused')
})

test('leaves out money that went out', () => {
  expect(read(csv([{ amount: '-12.00', purpose: 'Rent' }]))).toMatchObject({ movements: [], skipped: 1 })
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

  test('is told by whole words', () => {
    expect(read(csvWith('Info', 'Offenbach'))).toMatchObject({ movements: [{ amount: 9_100 }], skipped: 0 })
  })

  test('is left out of a CSV that has no day for it', () => {
    const file = csv([line, line]).replace('\r\n23.11.2026', '\r\noffen')
    expect(read(file)).toMatchObject({ movements: [{ amount: 9_100, payerIban: PAYER }], skipped: 1 })
  })
})

test.each([
  ['Soll/Haben', 'S', 'H'],
  [' ', 'S', 'H'],
  ['Soll/Haben', 'Soll', 'Haben'],
  ['Debit/Credit', 'D', 'C'],
  ['Type', 'DEBIT', 'CREDIT'],
  ['Umsatztyp', 'Lastschrift', 'Gutschrift'],
])('leaves out money that went out by an amount without a sign, with the column “%s”', (heading, debit, credit) => {
  expect(read(csvWith(heading, debit, credit))).toMatchObject({ movements: [{ amount: 9_100 }], skipped: 1 })
})

test('reads the purpose from another column of texts if the usual one is empty', () => {
  const file = csvWith('Buchungs-Details', line.purpose).replace(`"${line.purpose}"`, '""')
  expect(read(file).movements).toMatchObject([{ amount: 9_100, purpose: line.purpose }])
})

test.each(['EUR', '€', 'Euro'])('reads a CSV whose currency is %s', (currency) => {
  expect(read(csv([line]).replace(';EUR', `;${currency}`))).toMatchObject({
    movements: [{ amount: 9_100 }],
    skipped: 0,
  })
})

test('reads what an entry brought to the account, without charges that its transaction does not tell', () => {
  const file = camt([{ ...line, amount: '89.00' }]).replace('<TxDtls>', '<TxDtls><Amt Ccy="EUR">91.00</Amt>')
  expect(read(file).movements).toMatchObject([{ amount: 8_900, purpose: line.purpose }])
})

test.each(['NONREF', 'NOTPROVIDED'])(
  'takes %s for no reference of the bank, because all movements have it',
  (bankRef) => expect(read(camt([{ ...line, bankRef }]))).toMatchObject({ movements: [{ bankRef: null }] }),
)

test('reads what two statements of a file tell twice once', () => {
  const line = (bankRef: string) => ({ amount: '91.00', purpose: 'Tickets', bankRef })
  const entryRef = (file: string) =>
    file.replaceAll(/(<Ntry>)(.*?)<Refs>(<AcctSvcrRef>\w+<\/AcctSvcrRef>)<\/Refs>/gs, '$1$3$2')
  const file = entryRef(camt([line('B1'), line('B1'), line('B2')]))
  const [statement = ''] = /<Stmt>.*<\/Stmt>/s.exec(file) ?? []
  const later = statement.replaceAll('B2', 'B3')
  const read = readStatement(Buffer.from(file.replace(statement, statement + later)), IBAN)
  expect(read.movements.map(({ bankRef }) => bankRef)).toEqual(['B1', 'B1', 'B2', 'B3'])
})
