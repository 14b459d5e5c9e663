import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { endByHand } from '../payments/end-by-hand.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { readStatement } from './read-statement.ts'

const IBAN = 'AT483200000012345864'
const PAYER = 'AT611904300234573201'

let shop: ManualShop
let admin: UserId

beforeAll(async () => {
  shop = await openManualShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

type Line = { amount: string; purpose: string; day?: string; bankRef?: string }

const camt = (lines: readonly Line[], { iban = IBAN } = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${lines
  .map(
    ({
      amount,
      purpose,
      day = '2026-11-23',
      bankRef,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls>${bankRef ? `<Refs><AcctSvcrRef>${bankRef}</AcctSvcrRef></Refs>` : ''}<RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr>
<DbtrAcct><Id><IBAN>${PAYER}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`

const csv = (lines: readonly Line[]) =>
  [
    'Umsätze vom 01.11.2026',
    'Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung',
    ...lines.map(({ amount, purpose }) => `23.11.2026;Ada;${PAYER};"${purpose}";${amount.replace('.', ',')};EUR`),
  ].join('\r\n')

function upload(path: string, text: string | Buffer<ArrayBuffer>) {
  const body = new FormData()
  body.set('file', new Blob([text]), 'statement.xml')
  return shop.ask('POST', `/admin/bank-statements${path}`, { as: admin, body })
}
const book = async (text: string, others = '') =>
  (await upload(`?fileName=statement.xml${others && `&others=${others}`}`, text)).json()

const textOf = ({ paragraphs }: Mail) => paragraphs.join(' ')

const openMovements = async (text = '') =>
  (await shop.ask('GET', `/admin/bank-movements?needsSomebody=true&text=${text}`, { as: admin })).json().elements
const end = ({ id, openAmount }: { id: number; openAmount: number }, how: string, body: object) =>
  shop.ask('POST', `/admin/bank-movements/${id}/${how}`, { as: admin, body: { openAmount, ...body } })

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
    const reply = await upload('/checks', text)
    expect([reply.statusCode, reply.headers['x-problem']]).toEqual([422, 'statement_refused'])
    expect(reply.body).toMatch(/^[A-Z].*[.”]$/)
  })
})

const referenceOf = ({ payment }: { payment: { instructions: { reference: string } } }) =>
  payment.instructions.reference

test('shows a statement before it books it, then writes the invoice', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const statement = camt([{ amount: '91.00', purpose: `Danke ${referenceOf(paid).toLowerCase()}` }])
  expect((await upload('/checks', statement)).json().movements).toMatchObject([
    { finding: 'EXACT', paymentId: paid.id, amount: 9_100, isKnown: false },
  ])
  expect(await shop.paymentOf(paid.ada, paid.id)).toMatchObject({ state: 'OPEN' })
  expect(await book(statement)).toEqual({ booked: 1, open: 0, known: 0, skipped: 0, paidBack: 0 })
  const { state, invoiceId } = await shop.paymentOf(paid.ada, paid.id)
  expect(state).toBe('TAKEN')
  expect((await shop.ask('GET', `/invoices/${invoiceId}`, { as: paid.ada })).json()).toMatchObject({
    ...{ total: 9_100, paymentType: 'TRANSFER', paidBy: 'Bank transfer' },
  })
  expect(await book(statement)).toEqual({ booked: 0, open: 0, known: 1, skipped: 0, paidBack: 0 })
})

test('knows a movement again in another format, and tells equal ones of one day apart', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  const previewed = (await upload('/checks', camt([line, line]))).json().movements
  expect(previewed).toMatchObject([{ finding: 'EXACT' }, { finding: 'DOUBLE', paymentId: paid.id }])
  expect(await book(camt([line]))).toMatchObject({ booked: 1 })
  expect(await book(csv([line, line]))).toMatchObject({ booked: 0, open: 1, known: 1 })
  expect(await openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE', paymentId: paid.id }])
})

test('tells equal movements of separate files apart by the reference of the bank', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  expect(await book(camt([{ ...line, bankRef: 'B1' }]))).toMatchObject({ booked: 1, known: 0 })
  const both = [{ ...line, bankRef: 'B2' }]
  const replies = await race(4, () => book(camt(both)))
  expect(replies.map(({ open, known }) => [open, known]).toSorted()).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
  expect(await openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE', paymentId: paid.id }])
  expect(await book(csv([line, line]))).toMatchObject({ open: 0, known: 2 })
})

test('takes an equal movement of a separate CSV for the stored one, unless an administrator says otherwise', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  expect(await book(csv([line]))).toMatchObject({ booked: 1 })
  const [again] = (await upload('/checks', csv([line]))).json().movements
  expect(again).toMatchObject({ isKnown: true, otherKey: expect.any(String) })
  expect(await book(csv([line]))).toMatchObject({ booked: 0, open: 0, known: 1 })
  expect(await openMovements(line.purpose)).toEqual([])

  const replies = await race(4, () => book(csv([line]), again.otherKey))
  expect(replies.map(({ open, known }) => [open, known]).toSorted()).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
  expect(await openMovements(line.purpose)).toMatchObject([{ finding: 'DOUBLE', amount: 9_100, paymentId: paid.id }])
  expect(await book(csv([line]))).toMatchObject({ open: 0, known: 1 })
  expect(await book(csv([line, line]))).toMatchObject({ open: 0, known: 2 })
  const [third] = (await upload('/checks', csv([line, line, line]))).json().movements.slice(-1)
  expect(third).toMatchObject({ isKnown: false, otherKey: null })
  const long = await upload(`?fileName=a.csv&others=${'a,'.repeat(50)}a`, csv([line]))
  expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('at most 50 movements')])
})

test('numbers equal movements on when only the second of them was another one', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await book(csv([line, line]))
  const [, second] = (await upload('/checks', csv([line, line]))).json().movements
  expect(await book(csv([line, line]), second.otherKey)).toMatchObject({ open: 1, known: 1 })
  expect(await book(csv([line, line]), second.otherKey)).toMatchObject({ open: 0, known: 2 })
  expect(await book(csv([line, line, line, line]))).toMatchObject({ open: 1, known: 3 })
})

test('offers no other movement where the reference of the bank proves that it is the same', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid), bankRef: `P${paid.id}` }
  await book(camt([line]))
  expect((await upload('/checks', camt([line]))).json().movements).toMatchObject([{ isKnown: true, otherKey: null }])
})

test('leaves other amounts and unknown references to an administrator', async () => {
  const [less, more] = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
  const unknown = `Tickets ${less.id}`
  await book(
    camt([
      { amount: '90.50', purpose: referenceOf(less) },
      { amount: '100.00', purpose: referenceOf(more) },
      { amount: '5.00', purpose: unknown },
    ]),
  )
  const [short] = await openMovements(referenceOf(less))
  expect(short).toMatchObject({ finding: 'AMOUNT', amount: 9_050, openAmount: 9_050 })
  expect(await shop.paymentOf(less.ada, less.id)).toMatchObject({ state: 'OPEN' })
  const reason = 'Charges of the bank'
  expect((await end(short, 'assign', { paymentId: less.id, reason })).json()).toMatchObject({ state: 'BOOKED' })
  expect(await shop.paymentOf(less.ada, less.id)).toMatchObject({ state: 'TAKEN', invoiceId: expect.any(Number) })
  expect((await end(short, 'assign', { paymentId: less.id, reason })).headers['x-problem']).toBe('movement_done')

  const [long] = await openMovements(referenceOf(more))
  const assigned = (await end(long, 'assign', { paymentId: more.id, reason: 'Rounded up' })).json()
  expect(assigned).toMatchObject({ state: 'OPEN', openAmount: 900 })
  const outdated = await end(long, 'pay-back', { reason: 'Transfer 7' })
  expect([outdated.statusCode, outdated.headers['x-problem']]).toEqual([409, 'movement_done'])
  expect((await end(assigned, 'pay-back', { reason: 'Transfer 7' })).json()).toMatchObject({ state: 'PAID_BACK' })

  const [foreign] = await openMovements(encodeURIComponent(unknown))
  expect(foreign).toMatchObject({ finding: 'UNKNOWN', paymentId: null })
  expect((await end(foreign, 'ignore', { reason: 'A donation' })).json()).toMatchObject({ state: 'IGNORED' })
  const log = (await shop.ask('GET', '/admin/log?kind=STATEMENT', { as: admin })).json().elements
  expect(log.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual(['IGNORED', 'PAID_BACK', 'CREATED'])
})

test('books a statement of 5,000 movements, and refuses a longer one', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({ amount: '1.00', purpose: `Membership ${index}` }))
  expect(await book(csv(lines))).toMatchObject({ booked: 0, open: 5_000, known: 0 })
  expect(await book(csv(lines))).toMatchObject({ open: 0, known: 5_000 })
  const longer = await upload('?fileName=long.csv', csv([...lines, { amount: '1.00', purpose: 'Donation' }]))
  expect([longer.statusCode, longer.body]).toEqual([422, expect.stringContaining('more than 5000 movements')])
  await shop.owner.deleteFrom('bank_movements').where('purpose', 'like', 'Membership %').execute()
})

test('books a statement once that is uploaded many times at once', async () => {
  const payments = await Promise.all(Array.from({ length: 5 }, () => shop.givenOpenPayment('transfer')))
  const statement = camt(payments.map((paid) => ({ amount: '91.00', purpose: referenceOf(paid) })))
  const replies = await race(6, () => book(statement))
  expect(replies.reduce((sum, { booked }) => sum + booked, 0)).toBe(5)
  expect(replies.reduce((sum, { known }) => sum + known, 0)).toBe(25)
})

test('books late money if its place is still free, else all of it is owed back', async () => {
  const show = await givenShow(shop.db, { seats: 8, price: 4_550, startsIn: '30 days' })
  const payments = await race(8, (index) => shop.givenOpenPayment('transfer', { show, places: [show.seatIds[index]] }))
  const release = { by: admin, reason: 'No money came.', action: 'RELEASED' } as const
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
  const [statuses] = await Promise.all([Promise.all(show.seatIds.slice(0, 4).map(rivals)), book(statement)])
  const lost = statuses.filter((status) => status === 201).length
  await shop.sweep()
  const outcomes = await Promise.all(
    payments.map(async ({ ada, id }) => (await shop.paymentOf(ada, id as PaymentId)).invoiceId !== null),
  )
  expect(outcomes.filter((isSold) => !isSold)).toHaveLength(lost)
  const refunds = await shop.db.selectFrom('refunds').select(['state', 'amount']).where('reason', '=', 'LATE').execute()
  expect(refunds).toEqual(Array.from({ length: lost }, () => ({ state: 'OWED', amount: 4_550 })))
  const csv = (await shop.ask('GET', '/admin/exports?list=owed-refunds', { as: admin })).body
  expect(csv.split('\r\n').filter((line) => line.includes(`;Ada;${PAYER};`))).toHaveLength(lost)
})

test('owes back no more than came, when too little money comes too late', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await endByHand(shop.context, { id: paid.id, by: admin, reason: 'No money came.', action: 'RELEASED' })
  const { ada, show, ticketIds } = paid
  for (const ticketId of ticketIds) await shop.ask('DELETE', `/tickets/${ticketId}`, { as: ada })
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [show.seatIds[0]] }
  await shop.ask('POST', '/tickets', { as: await givenUser(shop.db), body })
  await book(camt([{ amount: '50.00', purpose: referenceOf(paid) }]))
  const [short] = await openMovements(referenceOf(paid))
  await end(short, 'assign', { paymentId: paid.id, reason: 'Too little' })
  const refunds = await shop.db
    .selectFrom('refunds')
    .select(['reason', 'amount'])
    .where('payment_id', '=', paid.id)
    .execute()
  expect(refunds).toEqual([{ reason: 'LATE', amount: 5_000 }])
})

test('refunds no more than came where too little pays an order, also when its tickets are refunded at once', async () => {
  const paid = await shop.givenOpenPayment('transfer')
  await book(camt([{ amount: '90.50', purpose: referenceOf(paid) }]))
  const [short] = await openMovements(referenceOf(paid))
  await end(short, 'assign', { paymentId: paid.id, reason: 'Charges of the bank' })
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
  const atDesk = (await shop.ask('GET', `/admin/invoices/${invoices[1]}`, { as: admin })).json()
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
  await book(camt([{ amount: '40.00', purpose: referenceOf(paid) }]))
  const [short] = await openMovements(referenceOf(paid))
  await end(short, 'assign', { paymentId: paid.id, reason: 'The rest is a present' })
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.ask('POST', `/admin/shows/${paid.show.showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })
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
