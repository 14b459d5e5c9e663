import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { handOutboxOver } from '#server/db/outbox.sql.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { enqueueAccountMail } from './mail.sql.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({
    PUBLIC_URL: 'https://tickets.example/',
    DELETE_NEEDS_PASSWORD: 'off',
    VERIFY_EMAIL: 'off',
    MAX_SHARE_PER_NETWORK: 'off',
  })
})
beforeEach(() => doJobs(shop))
afterAll(() => shop.close())

const paying = {
  userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ringstraße 1, 1010 Wien' },
  paymentType: 'VISA',
}

/** Buys a seat, and refunds it if asked to. */
async function buy(as: UserId, { showId, seatIds }: Show, { isRefunded }: { isRefunded: boolean }): Promise<void> {
  const body = { eventShowId: showId, seatingPlanPlaceIds: seatIds }
  const reserved = await shop.ask('POST', '/tickets', { as, body })
  const [ticket] = reserved.json<{ elements: { id: number }[] }>().elements
  const bought = await shop.ask('POST', '/orders', {
    as,
    body: { ...paying, ticketIds: [ticket?.id], merchandiseIds: [] },
  })
  expect(bought.statusCode, bought.body).toBe(201)
  if (!isRefunded) return
  expect((await shop.ask('PUT', `/tickets/${ticket?.id}/cancelation`, { as })).statusCode).toBe(200)
}

async function bringForward(by: string): Promise<void> {
  await handOutboxOver(shop.db)
  await sql`update graphile_worker._private_jobs set run_at = run_at - ${by}::interval`.execute(shop.db)
}

async function doLaterJobs(): Promise<Mail[]> {
  await bringForward('61 minutes')
  return doJobs(shop)
}

const invoiceNumbersIn = (mails: readonly Mail[]) =>
  mails.flatMap(({ paragraphs }) => paragraphs.join(' ').match(/\b\d{4}-\d{6}\b/g) ?? [])

async function invoiceNumbersOf(userId: UserId): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ invoice_number }) => invoice_number ?? '')
}

test('sends the first mail about an invoice of an account before further ones of others', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  const show = await givenShow(shop.db, { seats: 1 })
  await buy(bea, show, { isRefunded: true })
  await buy(bea, show, { isRefunded: true })
  await buy(ada, show, { isRefunded: false })
  const { email } = await shop.db.selectFrom('users').select('email').where('id', '=', ada).executeTakeFirstOrThrow()
  expect((await doJobs(shop)).map(({ to }) => to.email === email)).toEqual([false, true, false, false, false])
})

test('sends the first mail about a customer before further ones of others, and before those of free accounts', async () => {
  const givenNamed = (name: string) => givenUser(shop.db, { email: `${name}@foyer.example` })
  const names = ['free-1', 'free-2', 'free-3', 'buyer-1', 'buyer-2']
  const [first, second, third, ada, bea] = await Promise.all(names.map(givenNamed))
  const show = await givenShow(shop.db, { seats: 1 })
  for (const customer of [ada, bea]) await buy(customer as UserId, show, { isRefunded: true })
  await doJobs(shop)
  const enqueueFor = (to: UserId | undefined) =>
    enqueueAccountMail(shop.db, { template: 'password-changed', to: to as UserId })
  for (const to of [first, second, ada, ada, bea]) await enqueueFor(to)
  const id = third as UserId
  const deleted = { id, email: 'free-3@foyer.example', firstName: 'Free', isEmailVerified: true }
  await enqueueAccountMail(shop.db, { template: 'account-deleted', to: deleted })
  const receivers = (await doJobs(shop)).map(({ to }) => to.email.replace('@foyer.example', ''))
  expect(receivers).toEqual(['buyer-1', 'buyer-2', 'buyer-1', 'free-1', 'free-2', 'free-3'])
})

test('sends 11 mails for 60 rounds of buying and refunding, and names each of the 120 invoices in exactly one', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 1 })
  for (let round = 0; round < 60; round += 1) await buy(ada, show, { isRefunded: true })
  const atOnce = await doJobs(shop)
  expect(atOnce).toHaveLength(10)
  const later = await doLaterJobs()
  // Two, if the rounds went over the full hour, because each hour has its own mail.
  expect([1, 2]).toContain(later.length)
  expect(later[0]?.subject).toMatch(/^Your orders and refunds: \d+ invoices$/)
  expect(later[0]?.link?.url).toBe('https://tickets.example/user-invoices')
  expect(later[0]?.paragraphs.join(' ')).toContain('Please pick up your tickets 30 minutes before the show starts.')
  const expected = await invoiceNumbersOf(ada)
  expect(expected).toHaveLength(120)
  expect(invoiceNumbersIn([...atOnce, ...later]).toSorted()).toEqual(expected.toSorted())
  expect(await doLaterJobs()).toEqual([])
  await expectCleanBooks(shop.db)
})

test('limits each account by itself', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  const [busy, other] = [await givenUser(shop.db), await givenUser(shop.db, { email: 'other@foyer.example' })]
  for (let round = 0; round < 6; round += 1) await buy(busy, show, { isRefunded: true })
  await buy(other, show, { isRefunded: false })
  const mails = await doJobs(shop)
  expect(mails.filter(({ to }) => to.email === 'other@foyer.example')).toHaveLength(1)
  expect(mails).toHaveLength(11)
})

test('sends mails at once again an hour later', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 1 })
  for (let round = 0; round < 6; round += 1) await buy(ada, show, { isRefunded: true })
  await doLaterJobs()
  await sql`update invoices set issued_at = issued_at - interval '1 hour' where user_id = ${ada}`.execute(shop.owner)
  await buy(ada, show, { isRefunded: false })
  expect(await doJobs(shop)).toHaveLength(1)
})

test('names every invoice when the mail of an hour fails at first', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 1 })
  for (let round = 0; round < 7; round += 1) await buy(ada, show, { isRefunded: true })
  const atOnce = await doJobs(shop)
  await bringForward('61 minutes')
  expect(await doJobs(shop, { refusals: 1 })).toEqual([])
  await buy(ada, show, { isRefunded: true })
  const later = await doLaterJobs()
  expect(invoiceNumbersIn([...atOnce, ...later]).toSorted()).toEqual((await invoiceNumbersOf(ada)).toSorted())
})

/** Changes the password of an account. */
async function changePassword(as: UserId): Promise<void> {
  const body = { password: 'nine green bottles', newPassword: 'nine green bottles' }
  const reply = await shop.ask('PATCH', '/users/change-password', { as, body })
  expect(reply.statusCode, reply.body).toBe(204)
}

test('sends ten mails about an account in a row and then one every six minutes', async () => {
  const passwordHash = await cheapHashOf('nine green bottles')
  const ada = await givenUser(shop.db, { email: 'ada@foyer.example', passwordHash })
  const change = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      await shop.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', ada).execute()
      await changePassword(ada)
    }
    return doJobs(shop)
  }
  const mails = await change(12)
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, () => 'Your password was changed'))
  await sql`update attempts set empty_at = empty_at - interval '6 minutes'`.execute(shop.db)
  expect(await change(2)).toHaveLength(1)
})

test('tells an owner of a changed password and a deletion, whatever mails went to other spellings', async () => {
  const passwordHash = await cheapHashOf('nine green bottles')
  for (let number = 0; number < 12; number += 1) {
    const other = await givenUser(shop.db, { email: `victim+${number}@foyer.example`, passwordHash })
    await changePassword(other)
  }
  await doJobs(shop)
  const owner = await givenUser(shop.db, { email: 'victim@foyer.example', passwordHash })
  await changePassword(owner)
  const to = { email: 'victim@foyer.example' }
  expect(await doJobs(shop)).toMatchObject([{ to, subject: 'Your password was changed' }])
  await shop.ask('DELETE', '/users', { as: owner })
  expect(await doJobs(shop)).toMatchObject([{ to, subject: 'Your account was deleted' }])
})

// The last test, because the audit does not know the numbers of its invoices.
test('names no more than 200 invoices of an hour in mails', async () => {
  const [ada, bea] = [await givenUser(shop.db), await givenUser(shop.db)]
  for (let earlier = 0; earlier < 199; earlier += 1) await givenInvoice(shop.owner, ada)
  const show = await givenShow(shop.db, { seats: 1 })
  for (let round = 0; round < 3; round += 1) await buy(ada, show, { isRefunded: true })
  await buy(bea, show, { isRefunded: false })
  expect(invoiceNumbersIn(await doJobs(shop))).toEqual(await invoiceNumbersOf(bea))
  const named = invoiceNumbersIn(await doLaterJobs())
  expect(named).toEqual((await invoiceNumbersOf(ada)).slice(199, 200))
})
