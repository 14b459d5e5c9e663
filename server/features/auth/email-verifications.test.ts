import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { type ConfirmingShop, openConfirmingShop, password } from '#server/testing/confirming-shop.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: ConfirmingShop

beforeAll(async () => {
  shop = await openConfirmingShop()
})
beforeEach(() => shop.beginAnew())
afterAll(() => shop.close())

test('mails a link and a code of six digits after the registration', async () => {
  const { email, mail, code, token } = await shop.register()
  expect(mail).toMatchObject({ to: { email }, subject: 'Confirm your email address' })
  expect(mail?.link?.url).toMatch(/^https:\/\/tickets\.example\/shop\/confirm-email\?token=[\w-]{43}$/)
  expect(code).toMatch(/^\d{6}$/)
  const stored = await shop.db.selectFrom('email_verifications').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
})

test('sends a user that an administrator creates a confirmation mail, too', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const body = { firstName: 'New', lastName: 'Admin', email: 'new-admin@foyer.example', password, isAdmin: true }
  const { id } = (await shop.ask('POST', '/users', { as: admin, body })).json<{ id: UserId }>()
  expect(await doJobs(shop)).toMatchObject([{ to: { email: body.email }, subject: 'Confirm your email address' }])
  expect(await shop.isVerified(id)).toBe(false)
  const event = { title: 'Play', type: 'THEATRE', description: 'Four acts.', imageId: 0 }
  expect((await shop.ask('POST', '/events', { as: id, body: event })).headers['x-problem']).toBe('email_not_verified')
})

const refused = endpoints.filter(({ endpoint }) => endpoint.needsVerifiedEmail)

test('names the calls that need a confirmed address', () => {
  expect(refused.map(({ name }) => name).toSorted()).toEqual(
    [
      ...['changeProduct', 'changeProductState', 'createEvent', 'createNews', 'createProduct', 'createShow'],
      ...['cancelShow', 'checkPlanFile', 'createHold', 'editHold', 'createArtist', 'createLocation', 'uploadPlan'],
      ...['editArtist', 'editEvent', 'editLocation', 'editNews', 'editPlan', 'editShow'],
      ...['publishEvent', 'publishNews', 'publishShow', 'createShows', 'setWaitingRoom'],
      ...['moveTicket', 'payReservations', 'refundAtDesk', 'sellPlaces', 'settleDeskPayment', 'acceptTicket'],
      ...['offerTicket', 'placeOrder', 'reserveBestAvailable', 'reserveTickets', 'startPayment', 'uploadImage'],
    ].toSorted(),
  )
})

test.each(refused)(
  'refuses $name to an unconfirmed address and no longer after it is confirmed',
  async ({ endpoint }) => {
    const id = await givenUser(shop.db, {
      isAdmin: endpoint.access === 'admin' || endpoint.access === 'staff',
      isEmailVerified: false,
    })
    const { method } = endpoint
    const path = endpoint.path.replace(':id', '1').replace(':token', 'a'.repeat(43))
    const reply = await shop.ask(method, path, { as: id, body: {} })
    expect([reply.statusCode, reply.headers['x-problem'], reply.body]).toEqual([
      403,
      'email_not_verified',
      'Please confirm your email address first.',
    ])
    await shop.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
    expect((await shop.ask(method, path, { as: id, body: {} })).headers['x-problem']).not.toBe('email_not_verified')
  },
)

test('lets an unconfirmed customer log in, fill a cart, cancel a reservation and delete the account', async () => {
  const { id, email, as } = await shop.register()
  expect((await shop.ask('POST', '/authentication', { body: { email, password } })).statusCode).toBe(200)
  const productId = await givenProduct(shop.db)
  const line = { merchandiseProductId: productId, quantity: 1, usePoints: false }
  expect((await shop.ask('POST', '/merchandise/purchases', { as, body: line })).statusCode).toBe(201)
  const reservations = await givenReservations(shop.db, await givenShow(shop.db), { userIds: [id], each: 1 })
  expect((await shop.ask('DELETE', `/tickets/${reservations.get(id)?.[0]}`, { as })).statusCode).toBe(204)
  expect((await shop.ask('GET', '/carts', { as })).statusCode).toBe(200)
  expect((await shop.ask('DELETE', '/users', { as, body: { password } })).statusCode).toBe(204)
  // The address may be a stranger's, so it gets no further mail.
  expect(await doJobs(shop)).toEqual([])
})

/** Registers spellings of the address stranger@gmail.com from one network. Returns how many mails they cause. */
async function registerSpellings(count: number, from: string): Promise<number> {
  for (let number = 0; number < count; number += 1) {
    const name = `${number % 2 ? 's.tranger' : 'stranger'}+${number}-${from}`
    const body = { firstName: 'Eve', lastName: 'New', email: `${name}@gmail.com`, password }
    const reply = await shop.ask('POST', '/users', { body, from })
    expect(reply.statusCode, reply.body).toBe(201)
  }
  return (await doJobs(shop)).length
}

test('mails a stranger no more often under other spellings of the same address', async () => {
  // Ten of the mailbox, and four of each network.
  expect(await registerSpellings(16, '198.51.100.1')).toBe(14)
  expect(await registerSpellings(6, '198.51.100.2')).toBe(4)
})

test('mails the owner of an address a code, however many spellings of it others have registered', async () => {
  for (const from of ['198.51.100.3', '198.51.100.4']) await registerSpellings(16, from)
  const { as, mail } = await shop.register('stranger@gmail.com')
  expect(mail?.subject).toBe('Confirm your email address')
  for (let again = 0; again < 3; again += 1) {
    expect((await shop.sendAgain(as)).statusCode).toBe(204)
    expect(await doJobs(shop)).toHaveLength(1)
  }
})

test('gives an unconfirmed account no second factor, which would keep the owner of the address out', async () => {
  const { as, code } = await shop.register()
  const setUp = () => shop.ask('POST', '/users/second-factor', { as, body: { password } })
  const refused = await setUp()
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([403, 'email_not_verified'])
  expect((await shop.sendByCode(as, code)).statusCode).toBe(204)
  expect((await setUp()).statusCode).toBe(201)
})

test('changes nothing while VERIFY_EMAIL is off', async () => {
  const open = await openTestShop({ VERIFY_EMAIL: 'off', PUBLIC_URL: 'https://tickets.example/' })
  try {
    const body = { firstName: 'Ada', lastName: 'New', email: 'ada@foyer.example', password }
    const { id } = (await open.ask('POST', '/users', { body })).json<{ id: UserId }>()
    expect(await doJobs(open)).toEqual([])
    expect((await open.ask('GET', '/users/detail', { as: id })).json()).toMatchObject({ isEmailVerified: true })
    const { showId, seatIds } = await givenShow(open.db)
    const wanted = { eventShowId: showId, seatingPlanPlaceIds: seatIds }
    expect((await open.ask('POST', '/tickets', { as: id, body: wanted })).statusCode).toBe(201)
  } finally {
    await open.close()
  }
})

test('sends at most three further mails in a row, and none to a confirmed address', async () => {
  const { as, code } = await shop.register()
  const statuses = []
  let mails = 0
  for (let round = 0; round < 7; round += 1) {
    statuses.push((await shop.sendAgain(as)).statusCode)
    mails += (await doJobs(shop)).length
  }
  expect(statuses).toEqual([204, 204, 204, 429, 429, 429, 429])
  expect(mails).toBe(3)

  const confirmed = await shop.register()
  await shop.sendByCode(confirmed.as, confirmed.code)
  expect((await shop.sendAgain(confirmed.as)).statusCode).toBe(204)
  expect(await doJobs(shop)).toEqual([])
  expect(code).not.toBe('no code')
})

test('sends one mail for several requests at once', async () => {
  const { as } = await shop.register()
  await race(4, () => shop.sendAgain(as))
  expect(await doJobs(shop)).toHaveLength(1)
})

test('confirms the address by a finished password reset', async () => {
  const { email, id } = await shop.register()
  await shop.ask('POST', '/password-resets', { body: { email } })
  const [mail] = await doJobs(shop)
  const token = new URL(mail?.link?.url ?? '').searchParams.get('reset-token')
  const body = { token, password: 'ten green bottles' }
  expect((await shop.ask('PUT', '/password-resets', { body })).statusCode).toBe(204)
  expect(await shop.isVerified(id)).toBe(true)
})

test('counts existing accounts as confirmed at the migration', async () => {
  const id = await givenUser(shop.db, { isEmailVerified: false })
  const migration = await readFile(new URL('../../db/migrations/0013_confirmed_addresses.sql', import.meta.url), 'utf8')
  await sql`drop table email_verifications`.execute(shop.owner)
  await sql`alter table users drop column email_verified_at`.execute(shop.owner)
  await sql.raw(migration).execute(shop.owner)
  await migrate({ connectionString: shop.databaseUrl, ownerUrl: shop.ownerUrl })
  expect(await shop.isVerified(id)).toBe(true)
  const later = await shop.register()
  expect(await shop.isVerified(later.as)).toBe(false)
})
