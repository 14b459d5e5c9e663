import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('logs in with any case of the email address and rejects a logged-out session', async () => {
  await givenUser(shop.db, { email: 'Ada@foyer.example', passwordHash: await cheapHashOf('correct horse') })
  const reply = await shop.ask('POST', '/authentication', {
    body: { email: 'ada@FOYER.example', password: 'correct horse' },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
  const token = reply.body.replace('Bearer ', '')
  expect((await shop.ask('DELETE', '/authentication', { as: token })).statusCode).toBe(204)
  expect((await shop.ask('DELETE', '/authentication', { as: token })).statusCode).toBe(401)
})

test('stores nothing of a session that opens it', async () => {
  const email = 'dan@foyer.example'
  const userId = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('correct horse') })
  const reply = await shop.ask('POST', '/authentication', { body: { email, password: 'correct horse' } })
  const token = reply.body.replace('Bearer ', '')
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const { rows } = await sql<{ stored: string }>`
    select to_jsonb(sessions)::text as stored from sessions where user_id = ${userId}`.execute(shop.db)
  expect(rows).toHaveLength(1)
  const stored = rows[0]?.stored ?? ''
  expect(stored).not.toContain(sid)

  const expiresAt = new Date(Date.now() + 60_000)
  for (const value of Object.values(JSON.parse(stored) as Record<string, unknown>)) {
    const hex = String(value).replace(/^\\x/, '')
    for (const sessionId of [String(value), hex, Buffer.from(hex, 'hex').toString('base64url')]) {
      const forged = shop.context.tokens.sign({ userId, sessionId, isAdmin: false, isStaff: false, expiresAt })
      expect((await shop.ask('GET', '/users/detail', { as: forged })).statusCode).toBe(401)
    }
  }
  expect((await shop.ask('GET', '/users/detail', { as: token })).statusCode).toBe(200)
})

test('creates session ids of 256 random bits', async () => {
  const email = 'eva@foyer.example'
  await givenUser(shop.db, { email, passwordHash: await cheapHashOf('correct horse') })
  const ids = new Set<string>()
  for (let login = 0; login < 3; login += 1) {
    const { body } = await shop.ask('POST', '/authentication', { body: { email, password: 'correct horse' } })
    const { sid } = JSON.parse(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    expect(Buffer.from(sid, 'base64url')).toHaveLength(32)
    ids.add(sid)
  }
  expect(ids.size).toBe(3)
})

test('answers a wrong password and an unknown address alike', async () => {
  await givenUser(shop.db, { email: 'bea@foyer.example', passwordHash: await cheapHashOf('correct horse') })
  const wrong = await shop.ask('POST', '/authentication', {
    body: { email: 'bea@foyer.example', password: 'wrong horse' },
  })
  const unknown = await shop.ask('POST', '/authentication', {
    body: { email: 'nobody@foyer.example', password: 'wrong horse' },
  })
  expect([wrong.statusCode, wrong.body]).toEqual([401, 'Email or password is wrong.'])
  expect([unknown.statusCode, unknown.body]).toEqual([401, 'Email or password is wrong.'])
})

test('tells that an account is locked only after its right password', async () => {
  const email = 'fay@foyer.example'
  const fay = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('correct horse') })
  await shop.db.updateTable('users').set({ is_locked: true }).where('id', '=', fay).execute()
  const logIn = async (password: string) => {
    const { statusCode, headers, body } = await shop.ask('POST', '/authentication', { body: { email, password } })
    return [statusCode, headers['x-problem'], body]
  }
  expect(await logIn('wrong horse')).toEqual([401, 'wrong_credentials', 'Email or password is wrong.'])
  expect(await logIn('correct horse')).toEqual([
    403,
    'account_locked',
    'Your account is locked. Please contact the shop.',
  ])
})

test('names invalid fields and broken JSON', async () => {
  const reply = await shop.ask('POST', '/authentication', { body: { email: 'no address' } })
  expect([reply.statusCode, reply.body]).toEqual([
    422,
    'email: Value is not a valid email address\npassword: Value is required',
  ])
  const wrongType = await shop.ask('POST', '/authentication', { body: { email: 5, password: 'long enough' } })
  expect([wrongType.statusCode, wrongType.body]).toEqual([422, 'email: Value is not valid'])
  const broken = await shop.app.inject({
    method: 'POST',
    url: '/api/v1/authentication',
    headers: { 'content-type': 'application/json' },
    payload: '{"email": ',
  })
  expect([broken.statusCode, broken.body]).toEqual([400, 'The request body is not valid JSON.'])
})

test('refuses the old password while a change is in progress', async () => {
  const email = 'cid@foyer.example'
  const cid = await givenUser(shop.db, { email, passwordHash: await cheapHashOf('old password') })
  const passwordHash = await cheapHashOf('new password')
  const change = shop.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', cid).execute()
    await wait(800)
  })
  const login = await shop.ask('POST', '/authentication', { body: { email, password: 'old password' } })
  await change
  expect(login.statusCode).toBe(401)
  const sessions = await shop.db.selectFrom('sessions').select('user_id').where('user_id', '=', cid).execute()
  expect(sessions).toEqual([])
})
