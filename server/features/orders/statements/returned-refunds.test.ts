import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transferReference } from '#domain/payments/credit-transfer-file.ts'
import type { RefundFileId, RefundId } from '#domain/ids.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import {
  type StatementShop,
  camt,
  camtTakenBack,
  csv,
  openStatementShop,
  referenceOf,
  wentOut,
} from '#server/testing/statement-shop.ts'

let shop: StatementShop

beforeAll(async () => {
  shop = await openStatementShop()
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

/** Returns an account statement of a transfer that came back. */
const cameBack = (line: Parameters<typeof camt>[0][number], reference: string) =>
  camt([line])
    .replace('<TxDtls>', `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>`)
    .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>')

/** An order of two tickets of which 60.00 came, and one of which was refunded by a payment file. */
async function givenRefund() {
  const paid = await shop.givenOpenPayment('transfer')
  await shop.book(camt([{ amount: '60.00', purpose: referenceOf(paid) }]))
  const [short] = await shop.openMovements(referenceOf(paid))
  await shop.end(short, 'assign', { paymentId: paid.id, reason: 'Charges' })
  const refund = async (index: number) => {
    await shop.ask('PUT', `/tickets/${paid.ticketIds[index]}/cancelation`, { as: paid.ada })
    await shop.sweep()
  }
  await refund(0)
  await shop.ask('POST', '/admin/refund-files', { as: shop.admin })
  const refunds = () =>
    shop.db
      .selectFrom('refunds')
      .select(['id', 'amount', 'refund_file_id as fileId'])
      .where('payment_id', '=', paid.id)
      .orderBy('id')
      .execute()
  const [first] = await refunds()
  await shop.ask('POST', `/admin/refund-files/${first?.fileId}/paid`, { as: shop.admin, body: { reason: 'Signed' } })
  const reference = transferReference(first?.fileId as RefundFileId, first?.id as RefundId)
  return { paid, refund, refunds, reference }
}

test('takes a refund that came back for no money of its order', async () => {
  const { paid, refund, refunds, reference } = await givenRefund()
  const purpose = `Account closed ${reference}`
  await shop.book(cameBack({ amount: '45.50', purpose }, reference))
  const [returned] = await shop.openMovements(purpose)
  expect(returned).toMatchObject({ finding: 'CAME_BACK', amount: 4_550, paymentId: paid.id })
  const assigned = await shop.end(returned, 'assign', { paymentId: paid.id, reason: 'Came back' })
  expect(assigned.headers['x-problem']).toBe('refund_came_back')
  await refund(1)
  expect(await refunds()).toMatchObject([{ amount: 4_550 }, { amount: 1_450 }])
  const noted = await shop.end(returned, 'pay-back', { reason: 'Transfer 12 to another account' })
  expect(noted.json()).toMatchObject({ state: 'PAID_BACK', openAmount: 0 })
})

test('assigns money that came back of no refund of this shop', async () => {
  const { paid } = await givenRefund()
  const purpose = `The rest of order ${paid.id}`
  await shop.book(cameBack({ amount: '31.00', purpose }, 'FOYER-1-999999'))
  const [returned] = await shop.openMovements(purpose)
  expect(returned).toMatchObject({ finding: 'REVERSED', amount: 3_100, paymentId: null })
  expect((await shop.end(returned, 'assign', { paymentId: paid.id, reason: 'By the bank' })).statusCode).toBe(200)
})

test('takes money for its order that names a transfer which no payment file ever had', async () => {
  const { refunds } = await givenRefund()
  const [first] = await refunds()
  const open = await shop.givenOpenPayment('transfer')
  const purpose = referenceOf(open)
  await shop.book(cameBack({ amount: '91.00', purpose }, `FOYER-999999-${first?.id}`))
  const [returned] = await shop.openMovements(purpose)
  expect(returned).toMatchObject({ finding: 'REVERSED', amount: 9_100, paymentId: open.id })
  await shop.end(returned, 'assign', { paymentId: open.id, reason: 'A strange end-to-end id' })
  expect((await shop.paymentOf(open.ada, open.id)).invoiceId).not.toBeNull()
})

test('knows a refund that came back by its text, in a file without end-to-end ids', async () => {
  const { paid, refunds, refund } = await givenRefund()
  const [first] = await refunds()
  const file = await shop.ask('GET', `/admin/refund-files/${first?.fileId}`, { as: shop.admin })
  const [, sent] = /<Ustrd>(.*?)</.exec(file.body) ?? []
  const purpose = `RETOURE Konto erloschen SVWZ+${sent}`
  await shop.book(csv([{ amount: '45.50', purpose }]))
  const [returned] = await shop.openMovements('erloschen')
  expect(returned).toMatchObject({ finding: 'CAME_BACK', amount: 4_550, paymentId: paid.id })
  await refund(1)
  expect(await refunds()).toMatchObject([{ amount: 4_550 }, { amount: 1_450 }])
})

/** A refund in a payment file that was withdrawn, and the money of its order. */
async function givenWithdrawn() {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([line]))
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.sweep()
  await shop.ask('POST', '/admin/refund-files', { as: shop.admin })
  const refunds = () => shop.db.selectFrom('refunds').selectAll().where('payment_id', '=', paid.id).execute()
  const [refund] = await refunds()
  const fileId = refund?.refund_file_id as RefundFileId
  await shop.ask('POST', `/admin/refund-files/${fileId}/withdraw`, { as: shop.admin, body: { reason: 'Stop it' } })
  return { paid, line, refunds, reference: transferReference(fileId, refund?.id as RefundId) }
}

/** Books that the bank took back the money of an order, and assigns it to its payment. */
async function takeBack({ paid, line }: Awaited<ReturnType<typeof givenWithdrawn>>) {
  await shop.book(camtTakenBack(line))
  const [reversal] = await shop.openMovements(line.purpose)
  const assigned = await shop.end(reversal, 'assign', { paymentId: paid.id, reason: 'By the bank' })
  expect(assigned.statusCode).toBe(200)
}

test('lists the transfer of a refund that is not owed any more, and its return', async () => {
  const withdrawn = await givenWithdrawn()
  const { paid, refunds, reference } = withdrawn
  await takeBack(withdrawn)
  expect(await refunds()).toEqual([])
  expect(await shop.book(wentOut('45.50', reference))).toMatchObject({ open: 1, paidBack: 0 })
  const [sent] = await shop.openMovements(reference)
  expect(sent).toMatchObject({ finding: 'NOT_OWED', amount: -4_550, openAmount: 4_550, paymentId: paid.id })
  expect(await shop.book(wentOut('45.50', reference))).toMatchObject({ open: 0 })
  const purpose = `Account closed ${reference}`
  await shop.book(cameBack({ amount: '45.50', purpose }, reference))
  expect(await shop.openMovements(purpose)).toMatchObject([{ finding: 'CAME_BACK', paymentId: paid.id }])
})

test('deletes a refund whose transfer is listed as not owed, when the bank takes its money back', async () => {
  const withdrawn = await givenWithdrawn()
  await shop.book(wentOut('20.00', withdrawn.reference))
  await takeBack(withdrawn)
  expect(await withdrawn.refunds()).toEqual([])
})
