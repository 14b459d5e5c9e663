import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { type StatementShop, camt, csv, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

test.each([
  ['nothing', ''],
  ['a text', 'Hello'],
  ['another XML', '<html><body/></html>'],
  ['a broken XML', '<Document><BkToCstmrStmt>'],
  ['a bomb of entities', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><Document>&c;</Document>'],
  ['deep nesting', '<a>'.repeat(50_000)],
  ['another account', camt([{ amount: '91.00', purpose: '' }], { iban: 'DE89370400440532013000' })],
  ['a line without an amount', csv([{ amount: 'much', purpose: '' }])],
  ['a file that is too large', ' '.repeat(2_000_001)],
  ['bytes', Buffer.from([0, 1, 2, 255, 254]).toString('latin1')],
])('refuses %s in a sentence', async (_, text) => {
  const reply = await shop.upload('/checks', text)
  expect([reply.statusCode, reply.headers['x-problem']]).toEqual([422, 'statement_refused'])
  expect(reply.body).toMatch(/^[A-Z].*[.”]$/)
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
