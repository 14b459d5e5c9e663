import { createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeriesOf, parsed, strangeTokensOf, type Token } from '#server/testing/forgeries.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop, TOKEN_SECRET } from '#server/testing/shop.ts'

let shop: TestShop
let good: Token
let admin: Token

beforeAll(async () => {
  shop = await openTestShop()
  good = parsed(await shop.tokenOf(await givenUser(shop.db)))
  admin = parsed(await shop.tokenOf(await givenUser(shop.db, { isAdmin: true })))
})
afterAll(() => shop.close())

const statusOf = async (token: string) => (await shop.ask('GET', '/users/detail', { as: token })).statusCode

test('accepts valid tokens', async () => {
  expect([await statusOf(good.text), await statusOf(admin.text)]).toEqual([200, 200])
})

test('rejects tokens created or changed without the key', async () => {
  const forgeries = Object.entries(forgeriesOf(good, admin))
  expect(forgeries.length).toBeGreaterThanOrEqual(60)
  for (const [name, token] of forgeries) expect([name, await statusOf(token)]).toEqual([name, 401])
})

test('rejects tokens signed with the key in another way', async () => {
  for (const [name, token] of Object.entries(strangeTokensOf(good))) {
    expect([name, await statusOf(token)]).toEqual([name, 401])
  }
})

test('accepts tokens with the Bearer scheme only', async () => {
  const { text } = good
  for (const authorization of [
    text,
    `Basic ${text}`,
    `Bearer${text}`,
    `Bearer ${text} x`,
    'Bearer',
    `Bearer Bearer ${text}`,
  ]) {
    const reply = await shop.ask('GET', '/users/detail', { headers: { authorization } })
    expect([authorization.slice(0, 16), reply.statusCode]).toEqual([authorization.slice(0, 16), 401])
  }
})

test("control: a verifier that trusts the token's header accepts forgeries", () => {
  const forgeries = { ...forgeriesOf(good, admin), ...strangeTokensOf(good) }
  const taken = Object.keys(forgeries).filter((name) => verifyTrustingHeader(forgeries[name] ?? ''))
  expect(taken).toEqual(
    expect.arrayContaining(['alg none', 'alg NONE', 'a secret in the header', 'jwk in the header', 'HS384', 'HS512']),
  )
})

/** Verifies a token with the algorithm and the key of its own header: a common vulnerability. */
function verifyTrustingHeader(text: string): boolean {
  try {
    const { header, parts } = parsed(text)
    const [algorithm, jwk] = [String(header['alg']).toLowerCase(), header['jwk'] as JsonWebKey | undefined]
    const input = `${parts[0]}.${parts[1]}`
    if (algorithm === 'none') return true
    if (algorithm === 'rs256' && jwk) {
      const key = createPublicKey({ key: jwk, format: 'jwk' })
      return verify('sha256', Buffer.from(input), key, Buffer.from(parts[2], 'base64url'))
    }
    const key = jwk?.k === undefined ? TOKEN_SECRET : Buffer.from(jwk.k, 'base64url')
    return (
      createHmac(`sha${algorithm.slice(2)}`, key)
        .update(input)
        .digest('base64url') === parts[2]
    )
  } catch {
    return false
  }
}
