import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { makeAdmin } from './make-admin.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const roleOf = (email: string) =>
  shop.db.selectFrom('users').select(['is_admin', 'email_verified_at']).where('email', '=', email).executeTakeFirst()

test('refuses an address that nobody has confirmed while the shop confirms addresses', async () => {
  const email = 'stranger@foyer.example'
  await givenUser(shop.db, { email, isEmailVerified: false })
  const refusal = makeAdmin(shop.db, { VERIFY_EMAIL: true }, email)
  await expect(refusal).rejects.toThrow(
    /^The address .* registered since \d{4}\/\d\d\/\d\d \d\d:\d\d UTC, but not conf/,
  )
  expect(await roleOf(email)).toEqual({ is_admin: false, email_verified_at: null })
  await makeAdmin(shop.db, { VERIFY_EMAIL: false }, email)
  expect(await roleOf(email)).toEqual({ is_admin: true, email_verified_at: null })
})

test('ends the sessions of the account and says since when it is registered', async () => {
  const id = await givenUser(shop.db, { email: 'Bea@foyer.example' })
  const before = await shop.tokenOf(id)
  const text = await makeAdmin(shop.db, { VERIFY_EMAIL: true }, 'bea@FOYER.example')
  expect(text).toMatch(/^bea@FOYER.example, registered since \d{4}\/\d\d\/\d\d \d\d:\d\d UTC, is an administrator now/)
  expect((await shop.ask('GET', '/admin/overview', { as: before })).statusCode).toBe(401)
  expect((await shop.ask('GET', '/admin/overview', { as: await shop.tokenOf(id) })).statusCode).toBe(200)
  await expect(makeAdmin(shop.db, { VERIFY_EMAIL: true }, 'nobody@foyer.example')).rejects.toThrow(
    'There is no account',
  )
})
