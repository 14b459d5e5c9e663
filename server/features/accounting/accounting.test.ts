import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

const ACCOUNTS = { DATEV_CONSULTANT: '29098', DATEV_CLIENT: '55003', DATEV_PAYMENT_ACCOUNT: '2800' }
const PAYMENT = {
  userPaymentInfoDto: { firstName: 'Łucja', lastName: 'Größe', address: 'Ring 1' },
  paymentType: 'VISA',
}

let shop: TestShop
let admin: UserId
let month: string

beforeAll(async () => {
  shop = await openTestShop({ ...ACCOUNTS, DATEV_REVENUE_ACCOUNTS: '13=4013,20=4020' })
  admin = await givenUser(shop.db, { isAdmin: true })
  const { rows } = await sql<{ month: string }>`
    select to_char(shop_now() at time zone 'Europe/Vienna', 'YYYY-MM') as month`.execute(shop.db)
  month = rows[0]?.month ?? ''
})
afterAll(() => shop.close())

async function ask(method: 'POST' | 'PUT', path: string, as: UserId, body?: unknown) {
  const reply = await shop.ask(method, path, { as, body })
  if (reply.statusCode >= 400) throw new Error(`${path}: ${reply.body}`)
  return reply.json()
}

const exported = (path: string) => shop.ask('GET', path, { as: admin })
const centsOf = (text: string | undefined) => Number(text?.replace(',', ''))

test('posts the invoices of a month by VAT rate, with sums equal to those of the invoices', async () => {
  const as = await givenUser(shop.db, { points: 900 })
  const show = await givenShow(shop.db, { price: 4_555 })
  const { elements } = await ask('POST', '/tickets', as, {
    eventShowId: show.showId,
    seatingPlanPlaceIds: [...show.seatIds, show.standingPlaceId],
  })
  const ticketIds = elements.map(({ id }: { id: number }) => id)
  const mug = { merchandiseProductId: await givenProduct(shop.db, { price: 1_299 }), quantity: 2, usePoints: false }
  const free = { merchandiseProductId: await givenProduct(shop.db), quantity: 1, usePoints: true }
  const merchandiseIds = []
  for (const line of [mug, free]) merchandiseIds.push((await ask('POST', '/merchandise/purchases', as, line)).id)
  await ask('POST', '/orders', as, { ...PAYMENT, ticketIds, merchandiseIds })
  await ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, as)

  const reply = await exported(`/admin/accounting/datev?month=${month}`)
  expect(reply.headers['content-type']).toBe('text/csv; charset=windows-1252')
  expect(reply.headers['content-disposition']).toBe(`attachment; filename=EXTF_Buchungsstapel_${month}.csv`)
  const [header, , ...lines] = new TextDecoder('windows-1252').decode(reply.rawPayload).trimEnd().split('\r\n')
  expect(header).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"FO";"";"";29098;55003;\d{4}0101;4;/)
  const postings = lines.map((line) => line.split(';'))
  expect(postings.map(([amount, side, , , , , konto, gegenkonto]) => [amount, side, konto, gegenkonto])).toEqual([
    ['136,65', '"S"', '2800', '4013'],
    ['25,98', '"S"', '2800', '4020'],
    ['45,55', '"H"', '2800', '4013'],
  ])
  expect(postings[0]?.[13]).toBe('"Größe ?ucja"')
  const { rows } = await sql<{ balance: number }>`
    select sum(case invoice_type when 'CANCEL' then -total else total end) as balance from invoices`.execute(shop.db)
  const posted = postings.reduce((sum, [amount, side]) => sum + (side === '"S"' ? 1 : -1) * centsOf(amount), 0)
  expect(posted).toBe(rows[0]?.balance)

  const csv = (await exported('/admin/exports?list=accounting&period=MONTH')).body.trimEnd().split('\r\n').slice(1)
  const gross = csv.reduce((sum, line) => sum + centsOf(line.split(';')[8]), 0)
  const net = csv.reduce((sum, line) => sum + centsOf(line.split(';')[6]), 0)
  const { total } = (await exported('/admin/figures?period=MONTH')).json()
  expect([gross, net]).toEqual([total.turnover, total.net])
})

test('names the settings that are missing, and logs no export', async () => {
  const bare = await openTestShop()
  const as = await givenUser(bare.db, { isAdmin: true })
  const reply = await bare.ask('GET', `/admin/accounting/datev?month=${month}`, { as })
  expect([reply.statusCode, reply.body]).toEqual([
    409,
    'The bookkeeping file needs these settings of the shop first: DATEV_CONSULTANT, DATEV_CLIENT, DATEV_PAYMENT_ACCOUNT.',
  ])
  const log = await bare.ask('GET', '/admin/log?kind=EXPORT', { as })
  expect(log.json().total, 'nothing was exported').toBe(0)
  await bare.close()
})

test('refuses a month that is none', async () => {
  expect((await exported('/admin/accounting/datev?month=2026-13')).statusCode).toBe(422)
})
