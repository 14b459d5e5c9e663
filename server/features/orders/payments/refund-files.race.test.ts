import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import {
  type StatementShop,
  camt,
  camtTakenBack,
  openStatementShop,
  referenceOf,
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
