import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { givenSecondFactor } from '#server/testing/given-second-factor.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

const REFUSAL = 'Administrators and staff of this shop need a second factor. Please set it up in your profile.'

let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop({ REQUIRE_SECOND_FACTOR: 'on' })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

const calls = endpoints.map(({ endpoint }) => endpoint)
const ask = (as: UserId, method: (typeof calls)[number]['method'], path: string) =>
  shop.ask(method, path.replaceAll(/:\w+/g, '999999'), { as, body: {} })

test('refuses all calls of administrators, and those that reserve, order or create, without a second factor', async () => {
  const closed = calls.filter(
    ({ access, needsVerifiedEmail }) => access === 'admin' || access === 'staff' || needsVerifiedEmail,
  )
  expect(closed.length).toBeGreaterThan(13)
  for (const { method, path } of closed) {
    const { statusCode, body } = await ask(admin, method, path)
    expect([method, path, statusCode, body]).toEqual([method, path, 403, REFUSAL])
  }
  const form = { firstName: 'Ada', lastName: 'New', email: 'new@foyer.example', password: 'long enough', isAdmin: true }
  const created = await shop.ask('POST', '/users', { as: admin, body: form })
  expect([created.statusCode, created.body]).toEqual([403, REFUSAL])
})

test('leaves reading, the profile and the setup open', async () => {
  for (const path of ['/users/detail', '/users/sessions', '/users/second-factor', '/carts', '/news', '/events']) {
    expect([path, (await ask(admin, 'GET', path)).statusCode]).toEqual([path, 200])
  }
  expect((await shop.ask('GET', '/users/second-factor', { as: admin })).json()).toMatchObject({ isMissing: true })
  expect((await shop.ask('POST', '/users/second-factor', { as: admin, body: { password: 'x' } })).statusCode).toBe(422)
})

test('opens everything to an administrator with a second factor, and changes nothing for customers', async () => {
  const careful = await givenUser(shop.db, { isAdmin: true })
  const session = await shop.tokenOf(careful)
  expect((await shop.ask('GET', '/users', { as: session })).statusCode).toBe(403)
  await givenSecondFactor(shop.context, careful)
  expect((await shop.ask('GET', '/users', { as: session })).statusCode).toBe(200)
  const customer = await givenUser(shop.db)
  expect((await shop.ask('GET', '/users', { as: customer })).body).toBe('You are not allowed to do this.')
  expect((await shop.ask('POST', '/tickets', { as: customer, body: {} })).statusCode).toBe(422)
})
