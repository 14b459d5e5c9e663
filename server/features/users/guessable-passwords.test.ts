import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ REFUSE_GUESSABLE_PASSWORDS: 'on', SELLER_NAME: 'Grand Opera GmbH' })
})
afterAll(() => shop.close())

const REFUSED = 'This password is too easy to guess'
const GOOD = 'nine green bottles'
const person = { firstName: 'Adelaide', lastName: 'Guest', email: 'ada@foyer.example' }

/** Passwords in the list of leaked ones, and others that only name the person, the seller or the shop. */
const guessable = ['Password1', '12345678', 'QWERTYUIOP', 'iloveyou1', 'Adelaide1', 'grandopera', 'foyer-2026']

test.each(guessable)('refuses to register with %j', async (password) => {
  const reply = await shop.ask('POST', '/users', { body: { ...person, password } })
  expect([reply.statusCode, reply.body]).toEqual([422, `password: ${REFUSED}`])
})

test('registers with a password that is not guessable, and changes it to such ones only', async () => {
  const { id } = (await shop.ask('POST', '/users', { body: { ...person, password: GOOD } })).json()
  const change = (newPassword: string) =>
    shop.ask('PATCH', '/users/change-password', { as: id, body: { password: GOOD, newPassword } })
  for (const password of guessable) {
    const reply = await change(password)
    expect([password, reply.statusCode, reply.body]).toEqual([password, 422, `newPassword: ${REFUSED}`])
  }
  expect((await change('ten green bottles')).statusCode).toBe(204)
})

test('keeps a reset link after a guessable password', async () => {
  const email = 'reset@foyer.example'
  await givenUser(shop.db, { email, firstName: 'Adelaide' })
  await shop.ask('POST', '/password-resets', { body: { email } })
  const link = (await doJobs(shop)).find(({ to }) => to.email === email)?.link?.url ?? ''
  const token = new URL(link).searchParams.get('reset-token')
  const finish = (password: string) => shop.ask('PUT', '/password-resets', { body: { token, password } })
  for (const password of guessable) {
    const reply = await finish(password)
    expect([password, reply.statusCode, reply.body]).toEqual([password, 422, `password: ${REFUSED}`])
  }
  expect((await finish(GOOD)).statusCode).toBe(204)
})

test('logs in with an older password that would be refused today', async () => {
  const email = 'old@foyer.example'
  await givenUser(shop.db, { email, passwordHash: await cheapHashOf('12345678') })
  const reply = await shop.ask('POST', '/authentication', { body: { email, password: '12345678' } })
  expect(reply.statusCode).toBe(200)
})

test('accepts guessable passwords while the setting is off', async () => {
  const lenient = await openTestShop()
  try {
    const reply = await lenient.ask('POST', '/users', { body: { ...person, password: '12345678' } })
    expect(reply.statusCode).toBe(201)
  } finally {
    await lenient.close()
  }
})
