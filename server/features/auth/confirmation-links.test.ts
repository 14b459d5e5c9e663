import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ConfirmingShop, openConfirmingShop, otherThan, password } from '#server/testing/confirming-shop.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'

let shop: ConfirmingShop

beforeAll(async () => {
  shop = await openConfirmingShop()
})
beforeEach(() => shop.beginAnew())
afterAll(() => shop.close())

test('confirms by the link after any number of wrong codes', async () => {
  const { as, code, token } = await shop.register()
  for (let wrong = 0; wrong < 12; wrong += 1) await shop.sendByCode(as, otherThan(code))
  expect((await shop.sendByToken(token)).statusCode).toBe(204)
  expect(await shop.isVerified(as)).toBe(true)
})

test('confirms by the link and the password, also from an earlier mail, and repeats the answer', async () => {
  const { as, token } = await shop.register()
  await shop.sendAgain(as)
  await doJobs(shop)
  const replies = await race(20, () => shop.sendByToken(token))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
  expect(await shop.isVerified(as)).toBe(true)
  expect((await shop.sendByToken(token)).statusCode).toBe(204)
})

test('confirms by the link for the session or the password of its account alone', async () => {
  // A stranger has registered somebody's address, whose owner opens the link.
  const { id, as, token } = await shop.register()
  const owner = await shop.register()
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
  expect(await shop.isVerified(id)).toBe(false)
  expect(await problemOf({ as })).toEqual([204, undefined])
  expect(await shop.isVerified(id)).toBe(true)
  const ada = await shop.register()
  expect((await shop.sendByToken(ada.token)).statusCode).toBe(204)
  expect(await shop.isVerified(ada.id)).toBe(true)
})

test('limits the passwords that are tried with a link', async () => {
  const { id, token } = await shop.register()
  const guess = (text: string) =>
    shop.ask('PUT', '/email-verifications', { body: { token, password: text }, from: '192.0.2.8' })
  const replies = await race(14, (number) => guess(`guess ${number}`))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 422),
    ...Array.from({ length: 4 }, () => 429),
  ])
  expect((await guess(password)).statusCode).toBe(429)
  expect(await shop.isVerified(id)).toBe(false)
})

test('confirms nothing by GET, so that a mail scanner cannot', async () => {
  const { as, token } = await shop.register()
  for (const path of [`/email-verifications?token=${token}`, `/email-verifications/${token}`]) {
    expect([404, 405]).toContain((await shop.ask('GET', path)).statusCode)
  }
  await shop.app.inject({ url: `/confirm-email?token=${token}` })
  expect(await shop.isVerified(as)).toBe(false)
})

test('refuses expired and unknown links and those of locked and deleted accounts, and limits guessing', async () => {
  const [late, locked, deleted] = [await shop.register(), await shop.register(), await shop.register()]
  await shop.db.updateTable('users').set({ is_locked: true }).where('id', '=', locked.id).execute()
  await shop.ask('DELETE', '/users', { as: deleted.as, body: { password } })
  await sql`update email_verifications set expires_at = shop_now() where user_id = ${late.id}`.execute(shop.owner)
  for (const { token } of [late, locked, deleted, { token: 'unknown' }]) {
    const reply = await shop.sendByToken(token)
    expect([reply.statusCode, reply.body]).toEqual([
      410,
      'This link is invalid or has expired. Please log in and request a new email.',
    ])
  }
  expect(await shop.isVerified(late.as)).toBe(false)
  const guesses = []
  for (let guess = 0; guess < 65; guess += 1) guesses.push(await shop.sendByToken(`guess ${guess}`, '192.0.2.9'))
  expect(guesses.at(-1)?.statusCode).toBe(429)
})
