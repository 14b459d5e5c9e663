import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { secretsIn } from '#server/testing/confirmation-mail.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let count = 0

beforeAll(async () => {
  shop = await openTestShop({ VERIFY_EMAIL: 'on', PUBLIC_URL: 'https://tickets.example/shop/' })
})
beforeEach(async () => {
  await doJobs(shop)
  await sql`delete from attempts`.execute(shop.db)
})
afterAll(() => shop.close())

const password = 'nine green bottles'

/** Registers an address. Returns its user, the session and the confirmation mail. */
async function register(email = `new${(count += 1)}@foyer.example`) {
  const reply = await shop.ask('POST', '/users', { body: { firstName: 'Ada', lastName: 'New', email, password } })
  const { id } = reply.json<{ id: UserId }>()
  const [mail] = await doJobs(shop)
  return { id, email, as: await shop.tokenOf(id), mail, ...secretsIn(mail) }
}

const sendByCode = (as: string, code: string) => shop.ask('PUT', '/email-verifications/code', { as, body: { code } })
const sendByToken = (token: string, from = '192.0.2.1') =>
  shop.ask('PUT', '/email-verifications', { body: { token, password }, from })
const sendAgain = (as: string) => shop.ask('POST', '/email-verifications', { as })

async function isVerified(as: UserId | string): Promise<boolean> {
  return (await shop.ask('GET', '/users/detail', { as })).json<{ isEmailVerified: boolean }>().isEmailVerified
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('mails a link and a code of six digits after the registration', async () => {
  const { email, mail, code, token } = await register()
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
  expect(await isVerified(id)).toBe(false)
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
      ...['moveTicket', 'payReservations', 'refundAtDesk', 'sellPlaces', 'settleDeskPayment'],
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
    const path = endpoint.path.replace(':id', '1')
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
  const { id, email, as } = await register()
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

test('mails a stranger no more often under other spellings of the same address', async () => {
  for (let dots = 0; dots < 12; dots += 1) {
    const email = `${'s.'.repeat(dots)}${'s'.repeat(12 - dots)}tranger+${dots}@foyer.example`
    const reply = await shop.ask('POST', '/users', { body: { firstName: 'Ada', lastName: 'New', email, password } })
    expect(reply.statusCode, reply.body).toBe(201)
  }
  expect(await doJobs(shop)).toHaveLength(10)
})

test('gives an unconfirmed account no second factor, which would keep the owner of the address out', async () => {
  const { as, code } = await register()
  const setUp = () => shop.ask('POST', '/users/second-factor', { as, body: { password } })
  const refused = await setUp()
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([403, 'email_not_verified'])
  expect((await sendByCode(as, code)).statusCode).toBe(204)
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

test('confirms by the code, however it is spaced', async () => {
  const { as, code } = await register()
  expect(await isVerified(as)).toBe(false)
  expect((await sendByCode(as, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(204)
  expect(await isVerified(as)).toBe(true)
  expect((await sendByCode(as, otherThan(code))).statusCode).toBe(204)
})

test.each(['', '12345', '1234567', 'abcdef'])('refuses %j, which is no code, without counting it', async (text) => {
  const { id, as, code } = await register()
  expect((await sendByCode(as, text)).headers['x-problem']).toBe('invalid_fields')
  const stored = await shop.db.selectFrom('email_verifications').selectAll().where('user_id', '=', id).execute()
  expect(stored.map(({ code_attempts }) => code_attempts)).toEqual([0])
  expect((await sendByCode(as, code)).statusCode).toBe(204)
})

test('voids a code after five wrong ones, until a new mail', async () => {
  const { as, code } = await register()
  for (let guess = 0; guess < 5; guess += 1) {
    const reply = await sendByCode(as, otherThan(code))
    expect([reply.statusCode, reply.body]).toEqual([
      422,
      'This code is wrong. Please enter the code from the latest email.',
    ])
  }
  const tooLate = await sendByCode(as, code)
  expect([tooLate.statusCode, tooLate.body]).toEqual([410, 'This code is no longer valid. Please request a new email.'])
  expect(await isVerified(as)).toBe(false)
  await sendAgain(as)
  const [mail] = await doJobs(shop)
  expect((await sendByCode(as, secretsIn(mail).code)).statusCode).toBe(204)
})

test('compares at most five of 60 guesses at once', async () => {
  const { as, code } = await register()
  const replies = await race(60, () => sendByCode(as, otherThan(code)))
  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  expect(replies.filter(({ statusCode }) => statusCode === 410)).toHaveLength(55)
})

test('compares ten codes for an address, then one each twelve minutes, whatever the mails and accounts', async () => {
  const first = await register()
  const guess = async ({ as, code }: { as: string; code: string }) => {
    for (let wrong = 0; wrong < 5; wrong += 1) expect((await sendByCode(as, otherThan(code))).statusCode).toBe(422)
  }
  await guess(first)
  await shop.ask('DELETE', '/users', { as: first.as, body: { password } })
  const { as, code } = await register(first.email.toUpperCase())
  await guess({ as, code })
  await sendAgain(as)
  const latest = secretsIn((await doJobs(shop))[0])
  const refusal = await sendByCode(as, latest.code)
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '720'])
  await sql`update attempts set empty_at = empty_at - interval '12 minutes'`.execute(shop.owner)
  expect((await sendByCode(as, latest.code)).statusCode).toBe(204)
})

test('confirms by the link after any number of wrong codes', async () => {
  const { as, code, token } = await register()
  for (let wrong = 0; wrong < 12; wrong += 1) await sendByCode(as, otherThan(code))
  expect((await sendByToken(token)).statusCode).toBe(204)
  expect(await isVerified(as)).toBe(true)
})

test('accepts the code of the latest mail only, for an hour, and for its own account', async () => {
  const { as, code } = await register()
  const stranger = await register()
  expect((await sendByCode(stranger.as, code)).statusCode).toBe(422)
  await sendAgain(as)
  const [mail] = await doJobs(shop)
  const latest = secretsIn(mail).code
  if (latest !== code) expect((await sendByCode(as, code)).statusCode).toBe(422)
  await sql`update email_verifications set code_expires_at = shop_now()`.execute(shop.owner)
  expect((await sendByCode(as, latest)).statusCode).toBe(410)
})

test('confirms by the link and the password, also from an earlier mail, and repeats the answer', async () => {
  const { as, token } = await register()
  await sendAgain(as)
  await doJobs(shop)
  const replies = await race(20, () => sendByToken(token))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
  expect(await isVerified(as)).toBe(true)
  expect((await sendByToken(token)).statusCode).toBe(204)
})

test('confirms by the link for the session or the password of its account alone', async () => {
  // A stranger has registered somebody's address, whose owner opens the link.
  const { id, as, token } = await register()
  const owner = await register()
  const open = (asked: { as?: string; body?: object }) =>
    shop.ask('PUT', '/email-verifications', { ...asked, body: { token, ...asked.body }, from: '192.0.2.7' })
  const problemOf = async (asked: { as?: string; body?: object }) => {
    const { statusCode, headers } = await open(asked)
    return [statusCode, headers['x-problem']]
  }
  expect(await problemOf({})).toEqual([422, 'invalid_fields'])
  expect(await problemOf({ as: owner.as })).toEqual([422, 'invalid_fields'])
  expect(await problemOf({ as: 'no token of the shop' })).toEqual([422, 'invalid_fields'])
  expect(await problemOf({ body: { password: 'ten green bottles' } })).toEqual([422, 'wrong_password'])
  expect(await isVerified(id)).toBe(false)
  expect(await problemOf({ as })).toEqual([204, undefined])
  expect(await isVerified(id)).toBe(true)
  const ada = await register()
  expect((await sendByToken(ada.token)).statusCode).toBe(204)
  expect(await isVerified(ada.id)).toBe(true)
})

test('limits the passwords that are tried with a link', async () => {
  const { id, token } = await register()
  const guess = (text: string) =>
    shop.ask('PUT', '/email-verifications', { body: { token, password: text }, from: '192.0.2.8' })
  const replies = await race(14, (number) => guess(`guess ${number}`))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 422),
    ...Array.from({ length: 4 }, () => 429),
  ])
  expect((await guess(password)).statusCode).toBe(429)
  expect(await isVerified(id)).toBe(false)
})

test('confirms nothing by GET, so that a mail scanner cannot', async () => {
  const { as, token } = await register()
  for (const path of [`/email-verifications?token=${token}`, `/email-verifications/${token}`]) {
    expect([404, 405]).toContain((await shop.ask('GET', path)).statusCode)
  }
  await shop.app.inject({ url: `/confirm-email?token=${token}` })
  expect(await isVerified(as)).toBe(false)
})

test('refuses expired and unknown links and those of locked and deleted accounts, and limits guessing', async () => {
  const [late, locked, deleted] = [await register(), await register(), await register()]
  await shop.db.updateTable('users').set({ is_locked: true }).where('id', '=', locked.id).execute()
  await shop.ask('DELETE', '/users', { as: deleted.as, body: { password } })
  await sql`update email_verifications set expires_at = shop_now() where user_id = ${late.id}`.execute(shop.owner)
  for (const { token } of [late, locked, deleted, { token: 'unknown' }]) {
    const reply = await sendByToken(token)
    expect([reply.statusCode, reply.body]).toEqual([
      410,
      'This link is invalid or has expired. Please log in and request a new email.',
    ])
  }
  expect(await isVerified(late.as)).toBe(false)
  const guesses = []
  for (let guess = 0; guess < 65; guess += 1) guesses.push(await sendByToken(`guess ${guess}`, '192.0.2.9'))
  expect(guesses.at(-1)?.statusCode).toBe(429)
})

test('sends at most three further mails in a row, and none to a confirmed address', async () => {
  const { as, code } = await register()
  const statuses = []
  let mails = 0
  for (let round = 0; round < 7; round += 1) {
    statuses.push((await sendAgain(as)).statusCode)
    mails += (await doJobs(shop)).length
  }
  expect(statuses).toEqual([204, 204, 204, 429, 429, 429, 429])
  expect(mails).toBe(3)

  const confirmed = await register()
  await sendByCode(confirmed.as, confirmed.code)
  expect((await sendAgain(confirmed.as)).statusCode).toBe(204)
  expect(await doJobs(shop)).toEqual([])
  expect(code).not.toBe('no code')
})

test('sends one mail for several requests at once', async () => {
  const { as } = await register()
  await race(4, () => sendAgain(as))
  expect(await doJobs(shop)).toHaveLength(1)
})

test('confirms the address by a finished password reset', async () => {
  const { email, id } = await register()
  await shop.ask('POST', '/password-resets', { body: { email } })
  const [mail] = await doJobs(shop)
  const token = new URL(mail?.link?.url ?? '').searchParams.get('reset-token')
  const body = { token, password: 'ten green bottles' }
  expect((await shop.ask('PUT', '/password-resets', { body })).statusCode).toBe(204)
  expect(await isVerified(id)).toBe(true)
})

test('counts existing accounts as confirmed at the migration', async () => {
  const id = await givenUser(shop.db, { isEmailVerified: false })
  const migration = await readFile(new URL('../../db/migrations/0013_confirmed_addresses.sql', import.meta.url), 'utf8')
  await sql`drop table email_verifications`.execute(shop.owner)
  await sql`alter table users drop column email_verified_at`.execute(shop.owner)
  await sql.raw(migration).execute(shop.owner)
  await migrate({ connectionString: shop.databaseUrl, ownerUrl: shop.ownerUrl })
  expect(await isVerified(id)).toBe(true)
  const later = await register()
  expect(await isVerified(later.as)).toBe(false)
})
