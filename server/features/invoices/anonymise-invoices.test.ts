import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ INVOICE_YEARS: '7', SHOP_TIME_ZONE: 'Europe/Vienna' })
})
afterAll(() => shop.close())

/** Orders a ticket, on an invoice of the first of January in Vienna some years ago, plus some minutes. */
async function givenOldInvoice(years: number, minutes: number): Promise<InvoiceId> {
  const as = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 1 })
  const places = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds }
  const ticketIds = [(await shop.ask('POST', '/tickets', { as, body: places })).json().elements[0].id]
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const ordered = await shop.ask('POST', '/orders', {
    as,
    body: { userPaymentInfoDto, paymentType: 'VISA', ticketIds },
  })
  const invoiceId: InvoiceId = ordered.json().id
  await sql`
    update invoices set issued_at = (date_trunc('year', shop_now() at time zone 'Europe/Vienna')
      - make_interval(years => ${years}::int) + make_interval(mins => ${minutes}::int)) at time zone 'Europe/Vienna'
    where id = ${invoiceId}`.execute(shop.owner)
  return invoiceId
}

test('removes the customer from invoices of more than seven full years ago, and nothing else', async () => {
  const old = await givenOldInvoice(7, -1)
  const young = await givenOldInvoice(7, 1)
  await enqueue(shop.db, 'anonymise-invoices', {})
  await doJobs(shop)
  const invoice = (id: InvoiceId) =>
    shop.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const nobody = { customer_first_name: '', customer_last_name: '', customer_address: '' }
  expect(await invoice(old)).toMatchObject({ ...nobody, invoice_number: expect.stringMatching(/-000001$/) })
  expect(await invoice(young)).toMatchObject({ customer_first_name: 'Ada' })
  await expectCleanBooks(shop.db)
})

test('refuses to touch invoices that the law asks for, whatever the server says', async () => {
  await expect(sql`select anonymise_invoices(6, 'Europe/Vienna', 1)`.execute(shop.db)).rejects.toThrow('seven years')
})
