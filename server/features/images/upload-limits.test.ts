import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { chaoticPng } from '#server/testing/build-png.ts'
import { MULTIPART_TYPE, multipart } from '#server/testing/multipart.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('limits a customer to a hundred uploads, and nobody else', async () => {
  const [ada, bea] = await Promise.all([givenUser(shop.db), givenUser(shop.db)])
  const payload = multipart([{ filename: 'a.png', content: 'no picture' }])
  const send = async (as: UserId) => {
    const headers = {
      authorization: `Bearer ${await shop.tokenOf(as)}`,
      'content-type': MULTIPART_TYPE,
    }
    return shop.app.inject({ method: 'POST', url: '/api/v1/images', headers, payload })
  }
  const replies = await race(105, () => send(ada))
  const statuses = replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(100).fill(415), ...Array(5).fill(429)])
  const refused = replies.find((reply) => reply.statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(600)
  expect((await send(bea)).statusCode).toBe(415)
})

test('limits the uploads of the customers of a client network, and of no other', async () => {
  const payload = multipart([{ filename: 'a.png', content: 'no picture' }])
  const users = await Promise.all(Array.from({ length: 4 }, () => givenUser(shop.db)))
  const tokens = await Promise.all(users.map((user) => shop.tokenOf(user)))
  const send = async (customer: number, remoteAddress: string) => {
    const headers = {
      authorization: `Bearer ${tokens[customer]}`,
      'content-type': MULTIPART_TYPE,
    }
    return shop.app.inject({ method: 'POST', url: '/api/v1/images', headers, payload, remoteAddress })
  }
  const replies = await race(225, (index) => send(index % 3, '198.51.100.7'))
  const statuses = replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(200).fill(415), ...Array(25).fill(429)])
  expect((await send(3, '198.51.100.7')).statusCode).toBe(429)
  expect((await send(3, '198.51.100.8')).statusCode).toBe(415)
})

test('counts a picture that is stored in many bytes as several uploads', async () => {
  const [ada, bea] = await Promise.all([givenUser(shop.db), givenUser(shop.db)])
  const payload = multipart([{ filename: 'a.png', content: chaoticPng({ width: 4_096, height: 480 }) }])
  const send = async (as: UserId) => {
    const headers = {
      authorization: `Bearer ${await shop.tokenOf(as)}`,
      'content-type': MULTIPART_TYPE,
    }
    const options = { method: 'POST', url: '/api/v1/images', headers, payload, remoteAddress: '198.51.100.9' } as const
    return (await shop.app.inject(options)).statusCode
  }
  const statuses = await race(8, () => send(ada))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  const { rows } = await sql<{ bytes: number }>`
    select sum(octet_length(content))::int as bytes from images where uploaded_by = ${ada}`.execute(shop.db)
  expect(rows[0]?.bytes).toBeLessThan(6 * 8_000_000)
  // The client network has room left.
  expect(await send(bea)).toBe(201)
})
