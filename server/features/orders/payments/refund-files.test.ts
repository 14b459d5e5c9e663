import { parseXml } from '@rgrove/parse-xml'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { provedTest } from '#server/testing/proving.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

const PAYER = 'AT611904300234573201'

let shop: ManualShop
let admin: UserId

beforeAll(async () => {
  shop = await openManualShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const entry = (kind: string, amount: string, details: string) => `<Ntry><Amt Ccy="EUR">${amount}</Amt>
<CdtDbtInd>${kind}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt>
<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
const cameIn = (amount: string, purpose: string, iban = PAYER) =>
  entry(
    'CRDT',
    amount,
    `<RltdPties><Dbtr><Nm>Ada Łukasz</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>${purpose}</Ustrd></RmtInf>`,
  )
const wentOut = (amount: string, reference: string) =>
  entry('DBIT', amount, `<Refs><EndToEndId>${reference}</EndToEndId></Refs>`)

async function upload(path: string, entries: readonly string[]) {
  const body = new FormData()
  const account = '<Acct><Id><IBAN>AT483200000012345864</IBAN></Id></Acct>'
  const statement = `<Document><BkToCstmrStmt><Stmt>${account}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  body.set('file', new Blob([statement]), 'statement.xml')
  return (await shop.ask('POST', `/admin/bank-statements${path}`, { as: admin, body })).json()
}
const book = (...entries: readonly string[]) => upload('?fileName=statement.xml', entries)
const check = (...entries: readonly string[]) => upload('/checks', entries)

/** A customer who paid for two tickets by transfer and refunds them. */
async function givenOwed({ iban = PAYER } = {}): Promise<{ id: PaymentId }> {
  const { ada, id, payment, ticketIds } = await shop.givenOpenPayment('transfer')
  expect(await book(cameIn('91.00', payment.instructions.reference, iban))).toMatchObject({ booked: 1 })
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await shop.sweep()
  return { id }
}

/** Returns a function that does something with the open movement that names a reference. */
async function openMovement(reference: string) {
  const search = `?needsSomebody=true&text=${reference}`
  const [movement] = (await shop.ask('GET', `/admin/bank-movements${search}`, { as: admin })).json().elements
  return (how: 'assign' | 'ignore' | 'pay-back', body: object) =>
    shop.ask('POST', `/admin/bank-movements/${movement.id}/${how}`, {
      as: admin,
      body: { openAmount: movement.openAmount, reason: 'By hand', ...body },
    })
}

const list = async () => (await shop.ask('GET', '/admin/refund-files', { as: admin })).json()
const make = () => shop.ask('POST', '/admin/refund-files', { as: admin })
const end = (id: number, how: string) =>
  shop.ask('POST', `/admin/refund-files/${id}/${how}`, { as: admin, body: { reason: 'Statement 11' } })
const download = async (id: number) => (await shop.ask('GET', `/admin/refund-files/${id}`, { as: admin })).body
const refundsOf = async (id: PaymentId) =>
  (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json().refunds as {
    id: number
    state: string
    fileId: number | null
  }[]
const payByHand = (id: number) =>
  shop.ask('POST', `/admin/refunds/${id}/by-hand`, { as: admin, body: { reason: 'Transfer 17' } })

test('pays owed refunds by a file, once, and learns from the statement that they are paid', async () => {
  const { id } = await givenOwed()
  expect(await list()).toMatchObject({ payable: { count: 2, amount: 9_100 }, withoutAccount: [], files: [] })
  const made = await race(4, make)
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  const { payable, files } = await list()
  expect([payable.count, files]).toMatchObject([0, [{ open: 2, openAmount: 9_100 }]])
  const fileId = files[0].id
  const text = await download(fileId)
  const refunds = await refundsOf(id)
  const references = refunds.map((refund) => `FOYER-${fileId}-${refund.id}`)
  expect(parseXml(text).root?.text).toContain(PAYER)
  expect(Array.from(text.matchAll(/<EndToEndId>(.*?)</g), ([, reference]) => reference)).toEqual(references)
  expect(await download(fileId)).toBe(text)
  expect((await payByHand(refunds[0]?.id ?? 0)).headers['x-problem']).toBe('refund_exported')

  const [first = '', second = ''] = references
  expect(await book(wentOut('45.49', first), wentOut('45.50', `${first}1`))).toMatchObject({ paidBack: 0 })
  expect(await book(wentOut('45.50', first))).toMatchObject({ paidBack: 1 })
  expect(await book(wentOut('45.50', first))).toMatchObject({ paidBack: 0 })
  expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['BY_HAND', 'OWED'])
  expect((await list()).files).toMatchObject([{ id: fileId, open: 1, openAmount: 4_550 }])
  const ends = await race(3, () => end(fileId, 'paid'))
  expect(ends.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['BY_HAND', 'BY_HAND'])
  expect(await book(wentOut('45.50', second))).toMatchObject({ paidBack: 0 })
  expect((await list()).files).toEqual([])
  const log = (await shop.ask('GET', '/admin/log?kind=PAYMENT', { as: admin })).json().elements
  expect(log[0]).toMatchObject({ action: 'PAID_BACK', recordId: id, reason: `statement.xml: ${first} on 2026-11-23` })
})

test('pays what was in a withdrawn file by the next one', async () => {
  const { id } = await givenOwed()
  await make()
  const [file] = (await list()).files
  const ends = await race(3, () => end(file.id, 'withdraw'))
  expect(ends.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await list()).payable.count).toBe(2)
  expect((await shop.ask('GET', `/admin/refund-files/${file.id}`, { as: admin })).statusCode).toBe(404)
  const [byHand] = await refundsOf(id)
  expect((await payByHand(byHand?.id ?? 0)).statusCode).toBe(200)
  await make()
  const [next] = (await list()).files
  expect(next).toMatchObject({ open: 1, openAmount: 4_550 })
  await end(next.id, 'paid')
})

provedTest('puts a refund into a file or lets it be paid by hand, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await givenOwed()
    const [refund] = await refundsOf(id)
    const [byHand] = await Promise.all([payByHand(refund?.id ?? 0), make()])
    const [after] = await refundsOf(id)
    expect([byHand.statusCode, after?.fileId !== null]).toEqual(after?.fileId === null ? [200, false] : [409, true])
    for (const { id: fileId } of (await list()).files) await end(fileId, 'paid')
  }
})

test('pays a refund to the account of a transfer of which a part was paid back', async () => {
  const { ada, id, payment, ticketIds } = await shop.givenOpenPayment('transfer')
  await book(cameIn('100.00', payment.instructions.reference))
  const { reference } = payment.instructions
  const assigned = (await (await openMovement(reference))('assign', { paymentId: id })).json()
  expect(assigned).toMatchObject({ state: 'OPEN', openAmount: 900 })
  await (
    await openMovement(reference)
  )('pay-back', {})
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await shop.sweep()
  expect(await list()).toMatchObject({ payable: { count: 2, amount: 9_100 }, withoutAccount: [] })
  for (const refund of await refundsOf(id)) await payByHand(refund.id)
})

test('pays a refund to the account of a transfer that named an order paid before', async () => {
  const { payment: paid } = await shop.givenOpenPayment('transfer')
  await book(cameIn('91.00', paid.instructions.reference))
  const { ada, id, ticketIds } = await shop.givenOpenPayment('transfer')
  await book(cameIn('92.00', paid.instructions.reference))
  await (
    await openMovement(paid.instructions.reference)
  )('assign', { paymentId: id })
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await shop.sweep()
  expect(await list()).toMatchObject({ payable: { count: 2, amount: 9_100 }, withoutAccount: [] })
  for (const refund of await refundsOf(id)) await payByHand(refund.id)
})

test('lists refunds without an account, and leaves them out', async () => {
  const { id } = await givenOwed({ iban: 'AT611904300234573202' })
  expect(await list()).toMatchObject({ payable: { count: 0 }, withoutAccount: [{ paymentId: id }, { paymentId: id }] })
  expect((await make()).headers['x-problem']).toBe('nothing_owed')
  for (const refund of await refundsOf(id)) await payByHand(refund.id)
})

/** Owes two refunds, puts them into a file, and returns the payment, its first refund and its reference in the file. */
async function givenFile() {
  const { id } = await givenOwed()
  await make()
  const [{ id: fileId }] = (await list()).files
  const [first] = await refundsOf(id)
  return { id, fileId, refundId: first?.id ?? 0, reference: `FOYER-${fileId}-${first?.id}` }
}

test('says before the booking how many transfers of refunds a statement has', async () => {
  const { id, fileId, reference } = await givenFile()
  const rent = wentOut('900.00', 'RENT')
  const unknown = wentOut('1.00', 'FOYER-1-999999999')
  expect(await check(wentOut('45.50', reference), rent, unknown)).toMatchObject({ refunds: 1, skipped: 2 })
  expect(await book(wentOut('45.50', reference), rent)).toMatchObject({ paidBack: 1, skipped: 1 })
  expect(await check(wentOut('45.50', reference), rent)).toMatchObject({ refunds: 0, skipped: 1 })
  await end(fileId, 'paid')
  expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['BY_HAND', 'BY_HAND'])
})

test('lists the second of two transfers of a refund, whose file was withdrawn though the bank had it', async () => {
  const { id, fileId, refundId, reference } = await givenFile()
  await end(fileId, 'withdraw')
  await make()
  const [next] = (await list()).files
  const again = `FOYER-${next.id}-${refundId}`
  expect(await book(wentOut('45.50', reference))).toMatchObject({ paidBack: 1, open: 0 })
  const replies = await race(3, () => book(wentOut('45.50', reference), wentOut('45.50', again)))
  expect(replies.map(({ paidBack, open }) => [paidBack, open]).toSorted()).toEqual([
    [0, 0],
    [0, 0],
    [0, 1],
  ])
  const search = `/admin/bank-movements?needsSomebody=true&text=${again}`
  const [movement] = (await shop.ask('GET', search, { as: admin })).json().elements
  expect(movement).toMatchObject({ finding: 'NOT_OWED', amount: -4_550, openAmount: 4_550, paymentId: id })
  expect((await (await openMovement(again))('assign', { paymentId: id })).headers['x-problem']).toBe('movement_done')
  await (
    await openMovement(again)
  )('ignore', { reason: 'Came back on 24 November' })
  await end(next.id, 'paid')
})

test('lists a transfer that the bank made twice, and one whose refund was paid by hand', async () => {
  const { fileId, reference } = await givenFile()
  const twice = [wentOut('45.50', reference), wentOut('45.50', reference)]
  expect(await book(...twice)).toMatchObject({ paidBack: 1, open: 1 })
  expect(await book(...twice)).toMatchObject({ paidBack: 0, open: 0 })
  await end(fileId, 'paid')

  const other = await givenFile()
  await end(other.fileId, 'withdraw')
  await payByHand(other.refundId)
  expect(await book(wentOut('45.50', other.reference))).toMatchObject({ paidBack: 0, open: 1 })
  for (const { id } of (await refundsOf(other.id)).slice(1)) await payByHand(id)
})

provedTest('pays back more cents by one file than an integer of the database holds', async () => {
  const show = await givenShow(shop.db, { price: 100_000_000, standing: 24, startsIn: '10 days' })
  for (let order = 0; order < 2; order += 1) {
    const places = Array.from({ length: 12 }, () => show.standingPlaceId)
    const { ada, payment, ticketIds } = await shop.givenOpenPayment('transfer', { show, places })
    expect(await book(cameIn('12000000.00', payment.instructions.reference))).toMatchObject({ booked: 1 })
    for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  }
  await shop.sweep()
  expect((await list()).payable).toEqual({ count: 24, amount: 2_400_000_000 })
  const [file] = (await make()).json().files
  expect(file).toMatchObject({ open: 24, openAmount: 2_400_000_000 })
  expect(await download(file.id)).toContain('<CtrlSum>24000000.00</CtrlSum>')
  await end(file.id, 'paid')
})

test('pays refunds of two orders to the account of the one transfer that paid both', async () => {
  const orders = [await shop.givenOpenPayment('transfer'), await shop.givenOpenPayment('transfer')]
  await book(cameIn('182.00', 'two orders'))
  for (const { id } of orders) {
    const assigned = await (await openMovement('two orders'))('assign', { paymentId: id })
    expect(assigned.statusCode).toBe(200)
  }
  for (const { ada, ticketIds } of orders) {
    for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  }
  await shop.sweep()
  const { payable, withoutAccount } = await list()
  expect([payable.count, withoutAccount]).toEqual([4, []])
  for (const { id } of orders) for (const refund of await refundsOf(id)) await payByHand(refund.id)
})

test('pays no transfer back that the bank took back, until somebody has dealt with that', async () => {
  const { ada, id, payment, ticketIds } = await shop.givenOpenPayment('transfer')
  const { reference } = payment.instructions
  await book(cameIn('91.00', reference))
  const [first, second] = ticketIds
  await shop.ask('PUT', `/tickets/${first}/cancelation`, { as: ada })
  await shop.sweep()
  await book(cameIn('91.00', reference).replace('<CdtDbtInd>CRDT<', '<RvslInd>true</RvslInd><CdtDbtInd>DBIT<'))
  const refused = await shop.ask('PUT', `/tickets/${second}/cancelation`, { as: ada })
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'payment_disputed'])
  expect(await list()).toMatchObject({ payable: { count: 0 }, withoutAccount: [] })
  await (
    await openMovement(reference)
  )('ignore', {})
  expect(await list()).toMatchObject({ payable: { count: 1 } })
  for (const refund of await refundsOf(id)) await payByHand(refund.id)
})

test('pays no refund to an account whose money paid nothing', async () => {
  const { ada, id, payment, ticketIds } = await shop.givenOpenPayment('transfer')
  const { reference } = payment.instructions
  await book(cameIn('0.01', reference))
  await (
    await openMovement(reference)
  )('pay-back', {})
  const settled = await shop.ask('POST', `/admin/payments/${id}/settle`, {
    as: admin,
    body: { reason: 'Statement 12' },
  })
  expect(settled.statusCode).toBe(200)
  for (const ticketId of ticketIds) await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })
  await shop.sweep()
  const { withoutAccount } = await list()
  expect(withoutAccount.filter(({ paymentId }: { paymentId: number }) => paymentId === id)).toMatchObject([
    { recipient: 'Ada Łukasz' },
    { recipient: 'Ada Łukasz' },
  ])
  for (const refund of await refundsOf(id)) await payByHand(refund.id)
})
