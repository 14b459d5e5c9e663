import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { deleteFailedJobs, enqueue } from '#server/db/jobs.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertSession } from '#server/features/auth/auth.sql.ts'
import { hashOfSession, newSessionId } from '#server/features/auth/session-ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { givenDeskPayment } from '#server/testing/given-payments.ts'
import { givenBoughtTickets, givenInvoice, givenReservations } from '#server/testing/given-sales.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { deleteUnusedAccounts } from './delete-unused-accounts.ts'

const YEARS = 3
const LONG_AGO = sql<Date>`shop_now() - interval '3 years 1 day'`
const SOON = sql<Date>`shop_now() - interval '3 years' + interval '29 days'`

let shop: TestShop

beforeEach(async () => {
  shop = await openTestShop({ RETENTION_YEARS: String(YEARS) })
})
afterEach(() => shop.close())

/** Creates a user whose last login is some time ago. */
async function givenLastLogin(at: typeof LONG_AGO, given: Parameters<typeof givenUser>[1] = {}): Promise<UserId> {
  const userId = await givenUser(shop.db, given)
  await shop.db.updateTable('users').set({ last_login_at: at }).where('id', '=', userId).execute()
  return userId
}

/** Runs the job as every night. Returns the recipients and subjects of its mails. */
async function runJob(of = shop): Promise<[to: string, subject: string][]> {
  await enqueue(of.db, 'delete-unused-accounts', {})
  return (await doJobs(of)).map(({ to, subject }) => [to.email, subject])
}

const isDeleted = async (userId: UserId) =>
  (await shop.db.selectFrom('users').select('deleted_at').where('id', '=', userId).executeTakeFirstOrThrow())
    .deleted_at !== null

const logIn = (userId: UserId, tx: Parameters<typeof insertSession>[0] = shop.db) =>
  insertSession(tx, {
    sessionHash: hashOfSession(newSessionId()),
    userId,
    passwordHash: 'no password fits',
    device: 'Test',
    hasShownCode: false,
    days: 7,
  })

const WARNING = 'Your account will be deleted'

test('warns the owner once, and deletes the account 30 days later', async () => {
  const ada = await givenLastLogin(SOON, { email: 'ada@foyer.example' })
  const show = await givenShow(shop.db, { standing: 5, startsIn: '9 years' })
  await givenReservations(shop.db, show, { userIds: [ada], each: 2 })
  expect(await runJob()).toEqual([['ada@foyer.example', WARNING]])
  expect(await runJob()).toEqual([])
  await shiftClock(shop.owner, '29 days')
  expect(await runJob()).toEqual([])
  expect(await isDeleted(ada)).toBe(false)
  await shiftClock(shop.owner, '31 days')
  expect(await runJob()).toEqual([])
  expect(await isDeleted(ada)).toBe(true)
  const { rows } = await sql`select occupied from standing_occupancies`.execute(shop.db)
  expect(rows).toEqual([{ occupied: 0 }])
})

test('deletes no account whose owner could not be warned, and warns again when the mail was given up', async () => {
  const ada = await givenLastLogin(SOON, { email: 'ada@foyer.example' })
  await enqueue(shop.db, 'delete-unused-accounts', {})
  expect(await doJobs(shop, { refusals: 1 })).toEqual([])
  await shiftClock(shop.owner, '31 days')
  await enqueue(shop.db, 'delete-unused-accounts', {})
  expect(await doJobs(shop)).toEqual([])
  expect(await isDeleted(ada)).toBe(false)

  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, updated_at = now() - interval '8 days'`.execute(
    shop.owner,
  )
  await deleteFailedJobs(shop.db)
  expect(await runJob()).toEqual([['ada@foyer.example', WARNING]])
  await shiftClock(shop.owner, '62 days')
  await runJob()
  expect(await isDeleted(ada)).toBe(true)
})

test('deletes no account that was unused for longer without a warning first', async () => {
  const ada = await givenLastLogin(LONG_AGO)
  expect(await runJob()).toHaveLength(1)
  expect(await isDeleted(ada)).toBe(false)
})

test('keeps administrators, logged-in customers, and those who ordered, can pay, bought or got a ticket of a later show', async () => {
  const admin = await givenLastLogin(LONG_AGO, { isAdmin: true })
  const present = await givenLastLogin(LONG_AGO)
  await shop.tokenOf(present)
  const buyer = await givenLastLogin(LONG_AGO)
  const order = { user_id: buyer, invoice_id: await givenInvoice(shop.owner, buyer), created_at: new Date() }
  await shop.db
    .insertInto('orders')
    .values({ ...order, total: cents(1_000), payment_type: 'VISA', items_fingerprint: 'one' })
    .execute()
  const guest = await givenLastLogin(LONG_AGO)
  const show = await givenShow(shop.db, { seats: 1 })
  await givenBoughtTickets(shop.owner, guest, show, { places: show.seatIds })
  const receiver = await givenLastLogin(LONG_AGO)
  const given = await givenShow(shop.db, { seats: 1 })
  await givenBoughtTickets(shop.owner, guest, given, { places: given.seatIds })
  await sql`update tickets set holder_id = ${receiver} where event_show_id = ${given.showId}`.execute(shop.db)
  const paying = await givenLastLogin(LONG_AGO)
  await givenDeskPayment(shop.db, paying, await givenProduct(shop.db))
  expect(await runJob()).toEqual([])
  await sql`update users set deletion_warned_at = last_login_at + interval '1 hour'`.execute(shop.db)
  await runJob()
  for (const userId of [admin, present, buyer, guest, receiver, paying]) expect(await isDeleted(userId)).toBe(false)
})

test('clears the name of an order that was given up, with the account', async () => {
  const ada = await givenLastLogin(LONG_AGO)
  await givenDeskPayment(shop.db, ada, await givenProduct(shop.db))
  await sql`update pending_orders set state = 'GONE', ended_at = shop_now()`.execute(shop.db)
  await runJob()
  await shiftClock(shop.owner, '31 days')
  await runJob()
  expect(await isDeleted(ada)).toBe(true)
  const { rows } = await sql`select customer_last_name as name from pending_orders`.execute(shop.db)
  expect(rows).toEqual([{ name: '' }])
})

test('keeps an account whose owner logs in after the warning, and warns again', async () => {
  const ada = await givenLastLogin(SOON)
  expect(await runJob()).toHaveLength(1)
  await shiftClock(shop.owner, '10 days')
  expect(await logIn(ada)).toBeInstanceOf(Date)
  await sql`delete from sessions`.execute(shop.db)
  await shiftClock(shop.owner, '60 days')
  expect(await runJob()).toEqual([])
  expect(await isDeleted(ada)).toBe(false)
  await shiftClock(shop.owner, '3 years')
  expect(await runJob()).toHaveLength(1)
})

/** Creates a user who was warned and whose account is due. */
async function givenDueAccount(): Promise<UserId> {
  const ada = await givenLastLogin(LONG_AGO)
  await sql`update users set deletion_warned_at = shop_now() - interval '31 days'`.execute(shop.db)
  return ada
}

test('waits for a login at the same moment, and then keeps the account', async () => {
  const ada = await givenDueAccount()
  const job = await inTransaction(shop.db, async (tx) => {
    expect(await logIn(ada, tx)).toBeInstanceOf(Date)
    const running = runJob()
    // The job has read the account as due and waits for its row.
    await expect.poll(() => countWaiting(shop.db), { timeout: 30_000 }).toBeGreaterThan(0)
    return { running }
  })
  await job.running
  expect(await isDeleted(ada)).toBe(false)
})

test('never leaves a session on a deleted account, however a login and the deletion interleave', async () => {
  for (let round = 0; round < 30; round += 1) {
    const ada = await givenDueAccount()
    const [isIn] = await Promise.all([wait(round).then(() => logIn(ada)), deleteUnusedAccounts(shop.context)])
    expect(await isDeleted(ada)).toBe(!isIn)
  }
})

test('deletes nothing without the setting', async () => {
  const lenient = await openTestShop()
  try {
    const ada = await givenUser(lenient.db)
    await sql`update users set last_login_at = 'epoch', deletion_warned_at = 'epoch' where id = ${ada}`.execute(
      lenient.db,
    )
    expect(await runJob(lenient)).toEqual([])
  } finally {
    await lenient.close()
  }
})
