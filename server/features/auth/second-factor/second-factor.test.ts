import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { codeAt } from '#server/testing/authenticator-app.ts'
import { givenSecondFactor } from '#server/testing/given-second-factor.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { deleteExpired } from '../password-resets.sql.ts'
import { removeLostSecondFactor } from './remove-second-factor.ts'

const PASSWORD = 'correct horse'
const WRONG_CODE = 'This code is wrong or was already used. Please enter the next one.'
const DOCUMENT = { accept: 'application/problem+json' }

let shop: TestShop
let passwordHash: string
let count = 0

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await cheapHashOf(PASSWORD)
})
beforeEach(() => sql`delete from attempts`.execute(shop.db))
afterAll(() => shop.close())

async function givenOwner({ isAdmin = false } = {}): Promise<{ id: UserId; email: string }> {
  const email = `owner${(count += 1)}@foyer.example`
  return { id: await givenUser(shop.db, { email, passwordHash, isAdmin }), email }
}

/** Creates a user with a second factor. */
async function givenProtected(given: { isAdmin?: boolean } = {}) {
  const owner = await givenOwner(given)
  return { ...owner, ...(await givenSecondFactor(shop.context, owner.id)) }
}

/** Returns the code that the app shows now, or some steps of 30 seconds later. */
const codeOf = (secret: string, steps = 0) => codeAt(secret, new Date(Date.now() + steps * 30_000))

const enterPassword = (email: string, password = PASSWORD, from = '127.0.0.1') =>
  shop.ask('POST', '/authentication', { body: { email, password }, headers: DOCUMENT, from })
const tokenFor = async (email: string) => (await enterPassword(email)).json<{ token: string }>().token
const enterCode = (token: string, code: string, from = '127.0.0.1') =>
  shop.ask('POST', '/authentication/second-factor', { body: { token, code }, from })
const renewCodes = (as: UserId, code: string, password = PASSWORD) =>
  shop.ask('POST', '/users/second-factor/recovery-codes', { as, body: { password, code } })
const turnOff = (as: UserId, code: string, password = PASSWORD) =>
  shop.ask('DELETE', '/users/second-factor', { as, body: { password, code } })
const stateOf = async (as: UserId) => (await shop.ask('GET', '/users/second-factor', { as })).json()

async function sessionsOf(userId: UserId): Promise<number> {
  const rows = await shop.db.selectFrom('sessions').select('public_id').where('user_id', '=', userId).execute()
  return rows.length
}

test('sets up a second factor with the password and a code, and shows ten recovery codes', async () => {
  const { id, email } = await givenOwner()
  const elsewhere = await shop.tokenOf(id)
  const start = (password: string) => shop.ask('POST', '/users/second-factor', { as: id, body: { password } })
  const confirm = (code: string) => shop.ask('POST', '/users/second-factor/confirmation', { as: id, body: { code } })

  expect((await confirm('123456')).body).toBe('Your account has no second factor.')
  expect((await start('wrong password')).body).toBe('This password is wrong.')
  const { secret, uri } = (await start(PASSWORD)).json()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const parsed = new URL(uri)
  expect([parsed.protocol, parsed.searchParams.get('secret')]).toEqual(['otpauth:', secret])
  expect(decodeURIComponent(uri)).toContain(`Foyer:${email}`)

  // An unconfirmed secret changes no login.
  expect((await enterPassword(email)).statusCode).toBe(200)
  expect((await confirm(codeOf(secret, 40))).body).toBe(WRONG_CODE)
  expect(await stateOf(id)).toEqual({ isOn: false, isMissing: false, recoveryCodesLeft: 0 })

  const code = codeOf(secret)
  const { recoveryCodes } = (await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).json()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect(await stateOf(id)).toEqual({ isOn: true, isMissing: false, recoveryCodesLeft: 10 })
  expect((await shop.ask('GET', '/users/detail', { as: elsewhere })).statusCode).toBe(401)
  expect((await doJobs(shop)).map(({ subject }) => subject)).toEqual(['A second factor was added to your account'])

  // The code of the setup is used up.
  expect((await enterCode(await tokenFor(email), code)).body).toBe(WRONG_CODE)
  expect((await start(PASSWORD)).body).toBe('Your account already has a second factor.')
})

test('stores neither the secret nor a recovery code in readable form', async () => {
  const { id, secret, recoveryCodes } = await givenProtected()
  const { rows } = await sql<{ stored: string }>`
    select to_jsonb(second_factors)::text || (select string_agg(to_jsonb(recovery_codes)::text, '') from recovery_codes)
      as stored
    from second_factors where user_id = ${id}`.execute(shop.db)
  const stored = rows[0]?.stored ?? ''
  expect(stored).toContain('sealed_secret')
  expect(stored).toContain('code_hash')
  const bytes = Buffer.from(stored.match(/"sealed_secret": "\\\\x([\da-f]+)"/)?.[1] ?? '', 'hex').toString('latin1')
  expect(bytes.length).toBeGreaterThan(32)
  expect(bytes).not.toContain(secret)
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
})

test('creates no session before the code', async () => {
  const { id, email, secret } = await givenProtected()
  const first = await enterPassword(email)
  expect([first.statusCode, first.headers['x-problem']]).toEqual([401, 'second_factor_needed'])
  const { title, token } = first.json()
  expect(title).toBe('Please enter the code of your authenticator app.')
  expect(await sessionsOf(id)).toBe(0)
  expect((await shop.ask('GET', '/users/detail', { as: token })).statusCode).toBe(401)
  expect((await enterPassword(email, 'wrong password')).json().code).toBe('wrong_credentials')

  const second = await enterCode(token, codeOf(secret))
  expect([second.statusCode, second.body.slice(0, 7)]).toEqual([200, 'Bearer '])
  const session = second.body.replace('Bearer ', '')
  expect((await shop.ask('GET', '/users/detail', { as: session })).json().email).toBe(email)
  // A session token is no token of the second step.
  expect((await enterCode(session, codeOf(secret, 1))).statusCode).toBe(410)
})

test('accepts the codes before and after the current one, each once and in order', async () => {
  const { email, secret } = await givenProtected()
  const token = await tokenFor(email)
  const statusOf = async (steps: number) => (await enterCode(token, codeOf(secret, steps))).statusCode
  expect([await statusOf(3), await statusOf(-3)]).toEqual([422, 422])
  expect([await statusOf(-1), await statusOf(-1)]).toEqual([200, 422])
  expect([await statusOf(1), await statusOf(0), await statusOf(1)]).toEqual([200, 422, 422])
})

test('accepts every recovery code once, with or without hyphens', async () => {
  const { id, email, recoveryCodes } = await givenProtected()
  const [first = '', second = ''] = recoveryCodes
  const token = await tokenFor(email)
  expect((await enterCode(token, first)).statusCode).toBe(200)
  expect((await enterCode(token, first)).body).toBe(WRONG_CODE)
  expect((await enterCode(token, second.replaceAll('-', ' ').toLowerCase())).statusCode).toBe(200)
  expect((await stateOf(id)).recoveryCodesLeft).toBe(8)
  const other = await givenProtected()
  expect((await enterCode(await tokenFor(other.email), recoveryCodes[2] ?? '')).statusCode).toBe(422)
})

test('ends a pending login when the password changes or the account is locked', async () => {
  const { id, email, secret } = await givenProtected()
  const token = await tokenFor(email)
  const newHash = await cheapHashOf('another password')
  await shop.db.updateTable('users').set({ password_hash: newHash }).where('id', '=', id).execute()
  expect((await enterCode(token, codeOf(secret))).body).toBe(
    'This login has expired. Please enter your password again.',
  )
  await shop.db
    .updateTable('users')
    .set({ password_hash: passwordHash, is_locked: true })
    .where('id', '=', id)
    .execute()
  expect((await enterCode(token, codeOf(secret))).statusCode).toBe(410)
  expect((await enterPassword(email)).json().code).toBe('account_locked')
  expect((await enterCode('nonsense', '123456')).statusCode).toBe(410)
})

test('ends a pending login after five minutes of the shop’s clock', async () => {
  const { email, recoveryCodes } = await givenProtected()
  const token = await tokenFor(email)
  await shiftClock(shop.owner, '5 minutes 2 seconds')
  const late = await enterCode(token, recoveryCodes[0] ?? '')
  await shiftClock(shop.owner, '4 minutes 50 seconds')
  const early = await enterCode(token, recoveryCodes[0] ?? '')
  await shiftClock(shop.owner, '0')
  expect([late.headers['x-problem'], early.statusCode]).toEqual(['login_expired', 200])
})

test('keeps the second factor through a password reset by mail', async () => {
  const { email, secret } = await givenProtected()
  await shop.ask('POST', '/password-resets', { body: { email } })
  const link = (await doJobs(shop)).find(({ to }) => to.email === email)?.link?.url ?? ''
  const body = { token: new URL(link).searchParams.get('reset-token'), password: 'new password' }
  expect((await shop.ask('PUT', '/password-resets', { body })).statusCode).toBe(204)
  const login = await enterPassword(email, 'new password')
  expect(login.json().code).toBe('second_factor_needed')
  expect((await enterCode(login.json().token, codeOf(secret))).statusCode).toBe(200)
})

test('limits codes of the app per user, from all networks and even at once; the owner gets in by a recovery code', async () => {
  const { email, secret, recoveryCodes } = await givenProtected()
  const token = await tokenFor(email)
  const replies = await race(14, (index) => enterCode(token, '000000', `192.0.2.${index}`))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)])
  expect((await enterCode(token, codeOf(secret), '203.0.113.1')).statusCode).toBe(429)
  expect((await enterCode(token, recoveryCodes[0] ?? '', '203.0.113.1')).statusCode).toBe(200)
})

test('limits recovery codes per user and network', async () => {
  const { email } = await givenProtected()
  const token = await tokenFor(email)
  const replies = await race(12, () => enterCode(token, 'AAAA-BBBB-CCCC-DDDD', '192.0.2.9'))
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})

test('never counts right codes', async () => {
  for (let login = 0; login < 12; login += 1) {
    const { email, secret } = await givenProtected()
    expect((await enterCode(await tokenFor(email), codeOf(secret))).statusCode).toBe(200)
  }
  const { email, recoveryCodes } = await givenProtected()
  for (const code of recoveryCodes) expect((await enterCode(await tokenFor(email), code)).statusCode).toBe(200)
  const { rows } = await sql`select from attempts where empty_at > shop_now() + interval '1 minute'`.execute(shop.db)
  expect(rows).toEqual([])
})

test('replaces the recovery codes with password and code', async () => {
  const { id, email, secret, recoveryCodes } = await givenProtected()
  const renew = (code: string, password?: string) => renewCodes(id, code, password)
  expect((await renew(codeOf(secret), 'wrong password')).body).toBe('This password is wrong.')
  expect((await renew('000000')).body).toBe(WRONG_CODE)
  const renewed = (await renew(codeOf(secret))).json().recoveryCodes
  expect(renewed).toHaveLength(10)
  const token = await tokenFor(email)
  expect((await enterCode(token, recoveryCodes[0] ?? '')).statusCode).toBe(422)
  expect((await enterCode(token, renewed[0])).statusCode).toBe(200)
  const { id: other } = await givenOwner()
  expect((await renewCodes(other, '000000')).body).toBe('Your account has no second factor.')
})

test('turns it off with password and code alone, and tells the owner', async () => {
  const { id, email, secret } = await givenProtected()
  const remove = (code: string, password?: string) => turnOff(id, code, password)
  expect((await remove(codeOf(secret), 'wrong password')).statusCode).toBe(422)
  expect((await remove('000000')).statusCode).toBe(422)
  expect((await stateOf(id)).isOn).toBe(true)
  expect((await remove(codeOf(secret))).statusCode).toBe(204)
  expect((await remove(codeOf(secret))).statusCode).toBe(204)
  expect(await stateOf(id)).toEqual({ isOn: false, isMissing: false, recoveryCodesLeft: 0 })
  expect((await enterPassword(email)).statusCode).toBe(200)
  const mails = (await doJobs(shop)).filter(({ to }) => to.email === email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your second factor was removed'])
})

test('lets another administrator reset it, which ends the sessions', async () => {
  const admin = await givenProtected({ isAdmin: true })
  const { id, email } = await givenProtected({ isAdmin: true })
  const session = await shop.tokenOf(id)
  const reset = (userId: UserId) => shop.ask('DELETE', `/users/${userId}/second-factor`, { as: admin.id })
  expect((await reset(admin.id)).body).toBe('You cannot do this to your own account.')
  expect((await stateOf(admin.id)).isOn).toBe(true)
  const listed = await shop.ask('GET', `/users?email=${email}`, { as: admin.id })
  expect(listed.json().elements).toMatchObject([{ hasSecondFactor: true }])
  expect((await reset(id)).statusCode).toBe(204)
  expect((await shop.ask('GET', '/users/detail', { as: session })).statusCode).toBe(401)
  expect((await enterPassword(email)).statusCode).toBe(200)
  expect((await reset(id)).statusCode).toBe(204)
  const customer = await givenOwner()
  expect((await shop.ask('DELETE', `/users/${id}/second-factor`, { as: customer.id })).statusCode).toBe(403)
})

test('removes a lost second factor from the command line', async () => {
  const { email } = await givenProtected()
  expect(await removeLostSecondFactor(shop.db, email.toUpperCase())).toMatch(/now logs in with the password only\.$/)
  expect((await enterPassword(email)).statusCode).toBe(200)
  expect(await removeLostSecondFactor(shop.db, email)).toBe(`${email} has no second factor.`)
  await expect(removeLostSecondFactor(shop.db, 'nobody@foyer.example')).rejects.toThrow('There is no account')
})

test('deletes an abandoned setup after a day', async () => {
  const { id } = await givenOwner()
  await shop.ask('POST', '/users/second-factor', { as: id, body: { password: PASSWORD } })
  const protectedOwner = await givenProtected()
  await sql`update second_factors set created_at = created_at - interval '25 hours'`.execute(shop.owner)
  await deleteExpired(shop.db, undefined)
  const left = await shop.db.selectFrom('second_factors').select('user_id as userId').execute()
  expect(left.map(({ userId }) => userId)).not.toContain(id)
  expect(left.map(({ userId }) => userId)).toContain(protectedOwner.id)
})

test('refuses a login that overlaps with the setup and has shown no code', async () => {
  const { id, email } = await givenOwner()
  let login: ReturnType<typeof enterPassword> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await sql`update users set second_factor_since = shop_now() where id = ${id}`.execute(tx)
    login = enterPassword(email)
    await sql`select pg_sleep(0.8)`.execute(tx)
  })
  expect((await login)?.json().code).toBe('wrong_credentials')
  expect(await sessionsOf(id)).toBe(0)
})
