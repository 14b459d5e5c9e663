import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transferReference } from '#domain/credit-transfer-file.ts'
import type { RefundFileId, RefundId } from '#domain/ids.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { type StatementShop, camt, openStatementShop, referenceOf } from '#server/testing/statement-shop.ts'

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
