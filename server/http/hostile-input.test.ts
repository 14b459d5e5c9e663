import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { countRows } from '#server/testing/count-rows.sql.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/given.ts'
import { hostileRequests } from '#server/testing/hostile.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await givenShow(shop.db)
  await givenProduct(shop.db)
})
afterAll(() => shop.close())

const GIVEN_AWAY =
  /syntax error|\bat .+:\d+:\d+|\/server\/|node_modules|relation "|column "|duplicate key|select .+ from/i

test('no request, however hostile, gets more than a sentence, and none changes the books', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const before = await countRows(shop.db)
  let count = 0
  for (const { endpoint } of endpoints) {
    for (const { path, body, isBroken, what } of hostileRequests(endpoint)) {
      const reply = await shop.ask(endpoint.method, path, { as: admin, body })
      const call = `${endpoint.method} ${path.slice(0, 80)} (${what})`
      count += 1
      expect(reply.statusCode, `${call}: ${reply.body.slice(0, 200)}`).toBeLessThan(500)
      if (isBroken) expect(reply.statusCode, call).toBeGreaterThanOrEqual(400)
      if (reply.statusCode < 400) continue
      expect(reply.headers['content-type'], call).toMatch(/^text\/plain/)
      expect(reply.body, call).toMatch(/\S/)
      expect(reply.body, call).not.toMatch(GIVEN_AWAY)
    }
  }
  expect(count).toBeGreaterThan(2_000)
  expect(await countRows(shop.db)).toEqual(before)
  await expectCleanBooks(shop.db)
}, 240_000)

test('bodies that are not JSON, too large, or of another kind are refused with a sentence', async () => {
  const post = async (headers: Record<string, string>, payload: string) => {
    const reply = await shop.app.inject({ method: 'POST', url: '/api/v1/users', headers, payload })
    return [reply.statusCode, reply.body]
  }
  const json = { 'content-type': 'application/json' }
  expect(await post(json, '{"a":')).toEqual([400, 'The request body is not valid JSON.'])
  expect(await post(json, '{"__proto__": {"isAdmin": true}}')).toEqual([400, 'The request body is not valid JSON.'])
  expect(await post(json, JSON.stringify({ a: 'x'.repeat(10_000_000) }))).toEqual([413, 'This request is too large.'])
  expect(await post({ 'content-type': 'text/xml' }, '<a/>')).toEqual([
    415,
    'This kind of content is not accepted here.',
  ])
  const unknown = await shop.ask('GET', '/no/such/call')
  expect([unknown.statusCode, unknown.body]).toEqual([404, 'There is no such address.'])
})

test('who asks for problem details gets them', async () => {
  const reply = await shop.ask('GET', '/events/999999', { headers: { accept: 'application/problem+json' } })
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(reply.json()).toEqual({
    type: 'about:blank',
    status: 404,
    title: 'There is no such event.',
    code: 'not_found',
  })
})
