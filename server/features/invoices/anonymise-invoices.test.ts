import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ INVOICE_YEARS: '7', SHOP_TIME_ZONE: 'Europe/Vienna' })
})
afterAll(() => shop.close())

/** Creates an invoice that was issued on the first of January, some years ago, less or plus some minutes in Vienna. */
async function givenOldInvoice(years: number, minutes: number): Promise<InvoiceId> {
  const invoiceId = await givenInvoice(shop.db, await givenUser(shop.db))
  await sql`
    update invoices set issued_at = (date_trunc('year', shop_now() at time zone 'Europe/Vienna')
      - make_interval(years => ${years}::int) + make_interval(mins => ${minutes}::int)) at time zone 'Europe/Vienna'
    where id = ${invoiceId}`.execute(shop.db)
  return invoiceId
}

test('removes the customer from invoices of more than seven full years ago, and nothing else', async () => {
  const old = await givenOldInvoice(7, -1)
  const young = await givenOldInvoice(7, 1)
  const before = await selectViolations(shop.db)
  await enqueue(shop.db, 'anonymise-invoices', {})
  expect(await doJobs(shop)).toEqual([])
  const invoice = (id: InvoiceId) =>
    shop.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const nobody = { customer_first_name: '', customer_last_name: '', customer_address: '' }
  expect(await invoice(old)).toMatchObject({ ...nobody, total: 1_000, invoice_number: expect.any(String) })
  expect(await invoice(young)).toMatchObject({ customer_first_name: 'Ada' })
  expect(await selectViolations(shop.db)).toEqual(before)
})

test('refuses to touch invoices that the law asks for, whatever the server says', async () => {
  await expect(sql`select anonymise_invoices(6, 'Europe/Vienna', 1)`.execute(shop.db)).rejects.toThrow('seven years')
})
