import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let people = 0

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/shop' })
})
afterAll(() => shop.close())

async function givenPerson() {
  people += 1
  const email = `forgets${people}@foyer.example`
  const userId = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('old password') })
  return { email, userId }
}

/** Asks for a reset and reads the token in the mail. */
async function tokenFor(email: string): Promise<string> {
  expect((await shop.ask('POST', '/password-resets', { body: { email } })).statusCode).toBe(204)
  const [letter] = await doJobs(shop)
  const url = new URL(letter?.link?.url ?? '')
  expect(`${url.origin}${url.pathname}`).toBe('https://tickets.example/shop/password-reset')
  return url.searchParams.get('reset-token') ?? ''
}

function finish(body: { token: string; email?: string; password: string }, from = '127.0.0.1') {
  return shop.ask('PUT', '/password-resets', { body, from })
}

const agePasswordResets = (by: string) =>
  sql`update password_resets set expires_at = expires_at - ${by}::interval`.execute(shop.owner)

const statusOfLogin = async (email: string, password: string) =>
  (await shop.ask('POST', '/authentication', { body: { email, password } })).statusCode

test('names an administrator who starts a reset, and nobody else', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const customer = await givenUser(shop.db)
  const firstSentence = async (as?: UserId | string) => {
    const { email } = await givenPerson()
    expect((await shop.ask('POST', '/password-resets', { as, body: { email } })).statusCode).toBe(204)
    return (await doJobs(shop))[0]?.paragraphs[0]
  }
  expect(await firstSentence(admin)).toMatch(/^An administrator of the shop sent you this link/)
  for (const other of [undefined, customer, 'an outdated token'])
    expect(await firstSentence(other)).toMatch(/^Someone, probably you, asked to reset the password/)
})

test('sets a new password once with a reset link and ends every session', async () => {
  const { email, userId } = await givenPerson()
  const session = await shop.tokenOf(userId)
  const token = await tokenFor(email.toUpperCase())
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await shop.ask('GET', `/password-resets/${token}`)).statusCode).toBe(204)
  expect((await finish({ token, email, password: 'nine green bottles' })).statusCode).toBe(204)
  expect([await statusOfLogin(email, 'old password'), await statusOfLogin(email, 'nine green bottles')]).toEqual([
    401, 200,
  ])
  expect((await shop.ask('GET', '/users/detail', { as: session })).statusCode).toBe(401)
  expect(await doJobs(shop)).toMatchObject([{ to: { email }, subject: 'Your password was changed' }])

  expect((await shop.ask('GET', `/password-resets/${token}`)).statusCode).toBe(410)
  const again = await finish({ token, email, password: 'eleven green bottles' })
  expect([again.statusCode, again.body]).toEqual([410, 'This password reset link is invalid or has expired.'])
})

test('accepts the same request again within two minutes only', async () => {
  const { email } = await givenPerson()
  const body = { token: await tokenFor(email), password: 'nine green bottles' }
  expect((await finish(body)).statusCode).toBe(204)
  expect((await finish(body)).statusCode).toBe(204)
  expect(await doJobs(shop)).toHaveLength(1)
  await sql`update password_resets set used_at = used_at - interval '121 seconds'`.execute(shop.db)
  expect((await finish(body)).statusCode).toBe(410)
})

test('lets one of fifteen concurrent uses of a link set the password', async () => {
  const { email, userId } = await givenPerson()
  const token = await tokenFor(email)
  // They all come to the last step before the first of them may take it.
  const held = shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    await wait(1_500)
  })
  const replies = await race(15, (index) => finish({ token, password: `password number ${index}` }, `192.0.2.${index}`))
  await held
  expect(replies.filter((reply) => reply.statusCode === 204)).toHaveLength(1)
  const winner = replies.findIndex((reply) => reply.statusCode === 204)
  expect(await statusOfLogin(email, `password number ${winner}`)).toBe(200)
  await doJobs(shop)
})

test('finds the user by the token and requires a given email to match', async () => {
  const { email } = await givenPerson()
  const other = await givenPerson()
  const token = await tokenFor(email)
  expect((await finish({ token, email: other.email, password: 'nine green bottles' })).statusCode).toBe(410)
  expect((await finish({ token: `${token}x`, password: 'nine green bottles' })).statusCode).toBe(410)
  expect((await finish({ token, email: '', password: 'short' })).statusCode).toBe(422)
  expect((await finish({ token, email: email.toUpperCase(), password: 'nine green bottles' })).statusCode).toBe(204)
  await doJobs(shop)
})

test('expires links after 30 minutes and invalidates them with a new password', async () => {
  const late = await givenPerson()
  const token = await tokenFor(late.email)
  await agePasswordResets('30 minutes')
  expect((await finish({ token, password: 'nine green bottles' })).statusCode).toBe(410)
  expect((await shop.ask('GET', `/password-resets/${token}`)).statusCode).toBe(410)

  const first = await tokenFor(late.email)
  await agePasswordResets('5 minutes')
  const second = await tokenFor(late.email)
  expect((await finish({ token: first, password: 'nine green bottles' })).statusCode).toBe(204)
  expect((await finish({ token: second, password: 'ten green bottles' })).statusCode).toBe(410)
  await doJobs(shop)
})

test('sends one mail for several requests within five minutes, also from different networks', async () => {
  const { email } = await givenPerson()
  const ask = async (from: string) => {
    await shop.ask('POST', '/password-resets', { body: { email }, from })
    return doJobs(shop)
  }
  expect(await ask('192.0.2.80')).toHaveLength(1)
  expect([...(await ask('192.0.2.81')), ...(await ask('192.0.2.82'))]).toEqual([])
  await agePasswordResets('5 minutes')
  expect(await ask('192.0.2.83')).toHaveLength(1)
})

test('answers unknown and locked accounts alike and sends no mail', async () => {
  const { email, userId } = await givenPerson()
  await shop.db.updateTable('users').set({ is_locked: true }).where('id', '=', userId).execute()
  for (const address of ['nobody@foyer.example', email]) {
    const reply = await shop.ask('POST', '/password-resets', { body: { email: address } })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
  }
  expect(await doJobs(shop)).toEqual([])
})

test('stores neither tokens nor anything derived from a password alone', async () => {
  const { email } = await givenPerson()
  const token = await tokenFor(email)
  await finish({ token, email, password: 'nine green bottles' })
  const rows = await shop.db.selectFrom('password_resets').selectAll().execute()
  const { rows: jobs } = await sql`select payload::text from graphile_worker._private_jobs`.execute(shop.db)
  expect(JSON.stringify([rows, jobs])).not.toContain(token)
  expect(rows.every((row) => row.token_hash.length === 32)).toBe(true)
  await doJobs(shop)
})
