import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import {
  IBAN,
  PAYER,
  type StatementShop,
  camt,
  csv,
  openStatementShop,
  referenceOf,
} from '#server/testing/statement-shop.ts'
import { readStatement } from './read-statement.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

describe('reading', () => {
  const lines = [{ amount: '91.00', purpose: 'RF18 5390 0754 7034' }]
  const expected = {
    ...{ bookedOn: '2026-11-23', amount: 9_100, payerName: 'Ada', payerIban: PAYER, isReversal: false },
    purpose: 'RF18 5390 0754 7034',
  }

  test('reads CAMT and the CSV of a bank in the encodings that they have', () => {
    expect(readStatement(Buffer.from(camt(lines)), IBAN)).toMatchObject({ format: 'CAMT', movements: [expected] })
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
      const mark = encoding === 'utf16le' ? '\u{FEFF}' : ''
      const file = Buffer.from(mark + csv(lines), encoding)
      expect(readStatement(file, IBAN), encoding).toMatchObject({ format: 'CSV', movements: [expected] })
    }
  })

  test('reads amounts with more decimals', () => {
    const statement = readStatement(Buffer.from(camt([{ amount: '91.000', purpose: expected.purpose }])), IBAN)
    expect(statement.movements).toMatchObject([expected])
  })

  test('reads an entry whose transactions tell no amounts as one movement', () => {
    const details = (purpose: string) => `<TxDtls><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`
    const file = camt(lines).replace(/<TxDtls>.*<\/TxDtls>/s, details('RF18 5390 0754 7034') + details('Other'))
    expect(readStatement(Buffer.from(file), IBAN).movements).toMatchObject([
      { amount: 9_100, purpose: 'RF18 5390 0754 7034 Other' },
    ])
  })

  test('cuts names and purposes that are longer than those of banks, and leaves out what is no IBAN', () => {
    const line = { amount: '91.00', purpose: 'x'.repeat(3_000) }
    const files = [camt([line]), csv([line])].map((file) =>
      file.replace(/(?<=[>;])Ada(?=[<;])/, 'A'.repeat(200)).replace(PAYER, 'AT'.repeat(250)),
    )
    for (const file of files) {
      expect(readStatement(Buffer.from(file), IBAN).movements).toMatchObject([
        { payerName: 'A'.repeat(140), purpose: 'x'.repeat(2_000), payerIban: null },
      ])
    }
  })

  test('reads no more than 5,000 paid refunds', () => {
    const transfer = `<TxDtls><Refs><EndToEndId>FOYER-1-1</EndToEndId></Refs><Amt Ccy="EUR">1</Amt></TxDtls>`
    const read = (count: number) => {
      const paid = camt([{ amount: '1.00', purpose: '' }]).replace('CRDT', 'DBIT')
      const file = paid.replace(/<TxDtls>.*<\/TxDtls>/s, transfer.repeat(count))
      return readStatement(Buffer.from(file), IBAN).sent
    }
    expect(read(5_000)).toHaveLength(5_000)
    expect(() => read(5_001)).toThrow('statement_refused')
  })

  test('leaves out money that went out', () => {
    expect(readStatement(Buffer.from(csv([{ amount: '-12.00', purpose: 'Rent' }])), IBAN)).toMatchObject({
      movements: [],
      skipped: 1,
    })
  })

  test.each([
    ['nothing', ''],
    ['a text', 'Hello'],
    ['another XML', '<html><body/></html>'],
    ['a broken XML', '<Document><BkToCstmrStmt>'],
    ['a bomb of entities', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><Document>&c;</Document>'],
    ['deep nesting', '<a>'.repeat(50_000)],
    ['another account', camt(lines, { iban: 'DE89370400440532013000' })],
    ['a line without an amount', csv([{ amount: 'much', purpose: '' }])],
    ['a file that is too large', ' '.repeat(2_000_001)],
    ['bytes', Buffer.from([0, 1, 2, 255, 254]).toString('latin1')],
  ])('refuses %s in a sentence', async (_, text) => {
    const reply = await shop.upload('/checks', text)
    expect([reply.statusCode, reply.headers['x-problem']]).toEqual([422, 'statement_refused'])
    expect(reply.body).toMatch(/^[A-Z].*[.”]$/)
  })
})

test.each([
  ['no money', { amount: '0.00', purpose: 'Closing' }],
  ['more money than is stored', { amount: '9999999999999.99', purpose: 'Loan' }],
])('books a statement that also has a movement of %s, which it leaves out', async (_case, odd) => {
  const paid = await shop.givenOpenPayment('transfer')
  const statement = camt([odd, { amount: '91.00', purpose: referenceOf(paid) }])
  expect(await shop.book(statement)).toMatchObject({ booked: 1, skipped: 1 })
  const reversed = statement.replaceAll('<CdtDbtInd>CRDT<', '<RvslInd>true</RvslInd><CdtDbtInd>DBIT<')
  expect(await shop.book(reversed)).toMatchObject({ open: 1, skipped: 1 })
})

test('takes a debit with the facts of a return for money that was taken back', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const statement = camt([{ amount: '91.00', purpose: referenceOf(paid) }])
  await shop.book(statement)
  const returned = statement
    .replace('<CdtDbtInd>CRDT<', '<CdtDbtInd>DBIT<')
    .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>')
  expect(await shop.book(returned)).toMatchObject({ open: 1, skipped: 0 })
  expect(await shop.openMovements(referenceOf(paid))).toMatchObject([{ finding: 'REVERSED', amount: -9_100 }])
})

test('books a text with NUL without it', async () => {
  expect(await shop.book(csv([{ amount: '3.00', purpose: 'nul\0 text' }]))).toMatchObject({ open: 1 })
  expect(await shop.openMovements('nul text')).toMatchObject([{ amount: 300 }])
})

test.each(['2026-02-30', '0000-01-01'])('refuses the day %s in a sentence', async (day) => {
  const reply = await shop.upload('?fileName=statement.xml', camt([{ amount: '1.00', purpose: '', day }]))
  expect([reply.statusCode, reply.headers['x-problem']]).toEqual([422, 'statement_refused'])
})

test('shows a statement before it books it, then writes the invoice', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const statement = camt([{ amount: '91.00', purpose: `Danke ${referenceOf(paid).toLowerCase()}` }])
  expect((await shop.upload('/checks', statement)).json().movements).toMatchObject([
    { finding: 'EXACT', paymentId: paid.id, amount: 9_100, isKnown: false },
  ])
  expect(await shop.paymentOf(paid.ada, paid.id)).toMatchObject({ state: 'OPEN' })
  expect(await shop.book(statement)).toEqual({ booked: 1, open: 0, known: 0, skipped: 0, paidBack: 0 })
  const { state, invoiceId } = await shop.paymentOf(paid.ada, paid.id)
  expect(state).toBe('TAKEN')
  expect((await shop.ask('GET', `/invoices/${invoiceId}`, { as: paid.ada })).json()).toMatchObject({
    ...{ total: 9_100, paymentType: 'TRANSFER', paidBy: 'Bank transfer' },
  })
  expect(await shop.book(statement)).toEqual({ booked: 0, open: 0, known: 1, skipped: 0, paidBack: 0 })
})

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
  const { payerIban } = await shop.db
    .selectFrom('bank_movements')
    .select('payer_iban as payerIban')
    .where('payment_id', '=', paid.id)
    .executeTakeFirstOrThrow()
  expect(payerIban).toBeNull()
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

test('leaves other amounts and unknown references to an administrator', async () => {
  const [less, more] = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
  const unknown = `Tickets ${less.id}`
  await shop.book(
    camt([
      { amount: '90.50', purpose: referenceOf(less) },
      { amount: '100.00', purpose: referenceOf(more) },
      { amount: '5.00', purpose: unknown },
    ]),
  )
  const [short] = await shop.openMovements(referenceOf(less))
  expect(short).toMatchObject({ finding: 'AMOUNT', amount: 9_050, openAmount: 9_050 })
  expect(await shop.paymentOf(less.ada, less.id)).toMatchObject({ state: 'OPEN' })
  const reason = 'Charges of the bank'
  expect((await shop.end(short, 'assign', { paymentId: less.id, reason })).json()).toMatchObject({ state: 'BOOKED' })
  expect(await shop.paymentOf(less.ada, less.id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
  expect((await shop.end(short, 'assign', { paymentId: less.id, reason })).headers['x-problem']).toBe('movement_done')

  const [long] = await shop.openMovements(referenceOf(more))
  const assigned = (await shop.end(long, 'assign', { paymentId: more.id, reason: 'Rounded up' })).json()
  expect(assigned).toMatchObject({ state: 'OPEN', openAmount: 900 })
  const outdated = await shop.end(long, 'pay-back', { reason: 'Transfer 7' })
  expect([outdated.statusCode, outdated.headers['x-problem']]).toEqual([409, 'movement_done'])
  expect((await shop.end(assigned, 'pay-back', { reason: 'Transfer 7' })).json()).toMatchObject({ state: 'PAID_BACK' })

  const [foreign] = await shop.openMovements(encodeURIComponent(unknown))
  expect(foreign).toMatchObject({ finding: 'UNKNOWN', paymentId: null })
  expect((await shop.end(foreign, 'ignore', { reason: 'A donation' })).json()).toMatchObject({ state: 'IGNORED' })
  const log = (await shop.ask('GET', '/admin/log?kind=STATEMENT', { as: shop.admin })).json().elements
  expect(log.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual(['IGNORED', 'PAID_BACK', 'CREATED'])
})

test('assigns no money to a transfer whose reference nobody was told', async () => {
  const { id } = await shop.givenOpenPayment('transfer')
  await shop.ask('POST', `/admin/payments/${id}/release`, { as: shop.admin, body: { reason: 'Gave up' } })
  // As a server leaves it that was killed between writing the order and telling its reference.
  await shop.owner.updateTable('payments').set({ provider_ref: null }).where('id', '=', id).execute()
  await shop.book(camt([{ amount: '91.00', purpose: `Unopened ${id}` }]))
  const [movement] = await shop.openMovements(`Unopened ${id}`)
  const reply = await shop.end(movement, 'assign', { paymentId: id, reason: 'Their money' })
  expect([reply.statusCode, reply.headers['x-problem']]).toEqual([409, 'payment_unopened'])
})

test('books a statement of 5,000 movements, and refuses a longer one', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({ amount: '1.00', purpose: `Membership ${index}` }))
  expect(await shop.book(csv(lines))).toMatchObject({ booked: 0, open: 5_000, known: 0 })
  expect(await shop.book(csv(lines))).toMatchObject({ open: 0, known: 5_000 })
  const longer = await shop.upload('?fileName=long.csv', csv([...lines, { amount: '1.00', purpose: 'Donation' }]))
  expect([longer.statusCode, longer.body]).toEqual([422, expect.stringContaining('more than 5000 movements')])
  await shop.owner.deleteFrom('bank_movements').where('purpose', 'like', 'Membership %').execute()
})

test('books a statement once that is uploaded many times at once', async () => {
  const payments = await Promise.all(Array.from({ length: 5 }, () => shop.givenOpenPayment('transfer')))
  const statement = camt(payments.map((paid) => ({ amount: '91.00', purpose: referenceOf(paid) })))
  const replies = await race(6, () => shop.book(statement))
  expect(replies.reduce((sum, { booked }) => sum + booked, 0)).toBe(5)
  expect(replies.reduce((sum, { known }) => sum + known, 0)).toBe(25)
})
