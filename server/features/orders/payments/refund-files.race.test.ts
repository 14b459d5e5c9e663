import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { transferReference } from '#domain/payments/credit-transfer-file.ts'
import type { RefundFileId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import {
  type StatementShop,
  camt,
  camtTakenBack,
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

/** An order of which one ticket is refunded, whose money is owed. */
async function givenOwed() {
  const paid = await shop.givenOpenPayment('transfer')
  const line = { amount: '91.00', purpose: referenceOf(paid) }
  await shop.book(camt([line]))
  await shop.ask('PUT', `/tickets/${paid.ticketIds[0]}/cancelation`, { as: paid.ada })
  await shop.sweep()
  const refund = () =>
    shop.db
      .selectFrom('refunds')
      .select(['id', 'refund_file_id as fileId'])
      .where('payment_id', '=', paid.id)
      .executeTakeFirstOrThrow()
  return { line, refund }
}

test('puts no refund into a file whose money the bank took back while the file waited for a lock', async () => {
  const [one, other] = [await givenOwed(), await givenOwed()]
  const { id } = await one.refund()
  const making = await shop.owner.transaction().execute(async (busy) => {
    await sql`select from refunds where id = ${id} for no key update`.execute(busy)
    const reply = shop.ask('POST', '/admin/refund-files', { as: shop.admin })
    await vi.waitFor(async () => expect(await countWaiting(shop.db)).toBe(1), { timeout: 10_000 })
    await shop.book(camtTakenBack(other.line))
    return { reply }
  })
  const [file] = (await making.reply).json().files
  expect(file).toMatchObject({ open: 1, openAmount: 4_550 })
  expect([(await one.refund()).fileId, (await other.refund()).fileId]).toEqual([file.id, null])
})

test('lists each transfer once that is booked while its file is withdrawn and its money is taken back', async () => {
  const owed = []
  for (let count = 0; count < 6; count += 1) owed.push(await givenOwed())
  await shop.ask('POST', '/admin/refund-files', { as: shop.admin })
  const transfers = []
  for (const { refund } of owed) {
    const { id, fileId } = await refund()
    transfers.push({ id, reference: transferReference(fileId as RefundFileId, id), fileId })
  }
  const reversals = []
  for (const { line } of owed) {
    await shop.book(camtTakenBack(line))
    reversals.push(...(await shop.openMovements(line.purpose)))
  }
  const sent = transfers.map(({ reference }) => wentOut('45.50', reference))
  const path = `/admin/refund-files/${transfers[0]?.fileId}/withdraw`
  const works = [
    () => shop.ask('POST', path, { as: shop.admin, body: { reason: 'Stop it' } }),
    ...reversals.map(
      (reversal) => () => shop.end(reversal, 'assign', { paymentId: reversal.paymentId, reason: 'Bank' }),
    ),
    ...sent.map((statement) => () => shop.book(statement)),
  ]
  await race(works.length, (index) => works[index]?.() as Promise<unknown>)
  // A refund that was withdrawn and taken back is gone. One whose transfer was booked before stays paid.
  for (const statement of sent) expect(await shop.book(statement)).toMatchObject({ open: 0, paidBack: 0 })
  for (const { id, reference } of transfers) {
    const movements = await shop.db
      .selectFrom('bank_movements')
      .select(['finding', 'state'])
      .where('purpose', '=', reference)
      .execute()
    const refund = await shop.db.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirst()
    expect(movements).toEqual([refund ? { finding: 'SENT', state: 'BOOKED' } : { finding: 'NOT_OWED', state: 'OPEN' }])
    expect(refund?.state ?? 'BY_HAND').toBe('BY_HAND')
  }
})
