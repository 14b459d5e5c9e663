import Fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { addDrain } from './drain.ts'
import { serveHealth } from './health.ts'

const app = Fastify()
let shop: TestShop
let statements = 0

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

beforeAll(async () => {
  shop = await openTestShop()
  addDrain(app)
  serveHealth(app, { db: shop.db.withPlugin(counting) })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

test('asks the database at most twice for all who ask at the same time', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(2)
})

test('asks the database again for those who ask later', async () => {
  const before = statements
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(statements).toBeGreaterThan(before)
})
