import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretsIn } from '#server/testing/confirmation-mail.ts'
import { type ConfirmingShop, openConfirmingShop, otherThan, password } from '#server/testing/confirming-shop.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { race } from '#server/testing/race.ts'

let shop: ConfirmingShop

beforeAll(async () => {
  shop = await openConfirmingShop()
})
beforeEach(() => shop.beginAnew())
afterAll(() => shop.close())

test('confirms by the code, however it is spaced', async () => {
  const { as, code } = await shop.register()
  expect(await shop.isVerified(as)).toBe(false)
  expect((await shop.sendByCode(as, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(204)
  expect(await shop.isVerified(as)).toBe(true)
  expect((await shop.sendByCode(as, otherThan(code))).statusCode).toBe(204)
})

test.each(['', '12345', '1234567', 'abcdef'])('refuses %j, which is no code, without counting it', async (text) => {
  const { id, as, code } = await shop.register()
  expect((await shop.sendByCode(as, text)).headers['x-problem']).toBe('invalid_fields')
  const stored = await shop.db.selectFrom('email_verifications').selectAll().where('user_id', '=', id).execute()
  expect(stored.map(({ code_attempts }) => code_attempts)).toEqual([0])
  expect((await shop.sendByCode(as, code)).statusCode).toBe(204)
})

test('voids a code after five wrong ones, until a new mail', async () => {
  const { as, code } = await shop.register()
  for (let guess = 0; guess < 5; guess += 1) {
    const reply = await shop.sendByCode(as, otherThan(code))
    expect([reply.statusCode, reply.body]).toEqual([
      422,
      'This code is wrong. Please enter the code from the latest email.',
    ])
  }
  const tooLate = await shop.sendByCode(as, code)
  expect([tooLate.statusCode, tooLate.body]).toEqual([410, 'This code is no longer valid. Please request a new email.'])
  expect(await shop.isVerified(as)).toBe(false)
  await shop.sendAgain(as)
  const [mail] = await doJobs(shop)
  expect((await shop.sendByCode(as, secretsIn(mail).code)).statusCode).toBe(204)
})

test('compares at most five of 60 guesses at once', async () => {
  const { as, code } = await shop.register()
  const replies = await race(60, () => shop.sendByCode(as, otherThan(code)))
  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  expect(replies.filter(({ statusCode }) => statusCode === 410)).toHaveLength(55)
})

test('compares ten codes for an address, then one each twelve minutes, whatever the mails and accounts', async () => {
  const first = await shop.register()
  const guess = async ({ as, code }: { as: string; code: string }) => {
    for (let wrong = 0; wrong < 5; wrong += 1) expect((await shop.sendByCode(as, otherThan(code))).statusCode).toBe(422)
  }
  await guess(first)
  await shop.ask('DELETE', '/users', { as: first.as, body: { password } })
  const { as, code } = await shop.register(first.email.toUpperCase())
  await guess({ as, code })
  await shop.sendAgain(as)
  const latest = secretsIn((await doJobs(shop))[0])
  const refusal = await shop.sendByCode(as, latest.code)
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '720'])
  await sql`update attempts set empty_at = empty_at - interval '12 minutes'`.execute(shop.owner)
  expect((await shop.sendByCode(as, latest.code)).statusCode).toBe(204)
})

test('accepts the code of the latest mail only, for an hour, and for its own account', async () => {
  const { as, code } = await shop.register()
  const stranger = await shop.register()
  expect((await shop.sendByCode(stranger.as, code)).statusCode).toBe(422)
  await shop.sendAgain(as)
  const [mail] = await doJobs(shop)
  const latest = secretsIn(mail).code
  if (latest !== code) expect((await shop.sendByCode(as, code)).statusCode).toBe(422)
  await sql`update email_verifications set code_expires_at = shop_now()`.execute(shop.owner)
  expect((await shop.sendByCode(as, latest)).statusCode).toBe(410)
})
