import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestShop } from '#server/testing/shop.ts'
import { ignoreLongHeaders } from './long-headers.ts'
import { PreparedAnswer } from '../answers/prepared-answer.ts'

const app = Fastify()
const LONG_TEXT = 'much to compress '.repeat(200)

beforeAll(async () => {
  ignoreLongHeaders(app)
  await app.register(compress, { encodings: ['gzip'] })
  const prepared = await PreparedAnswer.ofJson(LONG_TEXT)
  app.get('/prepared', (request, reply) => prepared.send(request, reply))
  app.get('/accept', ({ headers }) => ({ accept: headers.accept ?? 'none' }))
  app.get('/', () => ({ text: LONG_TEXT }))
})
afterAll(() => app.close())

const ask = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
/** Puts empty elements in front. */
const padded = (value: unknown, length: number) => String(value).padStart(length, ',')

test.each(['/', '/prepared'])('compresses %s for all but a too long Accept-Encoding', async (url) => {
  const codingFor = async (length: number) => {
    const { statusCode, headers } = await ask(url, { 'accept-encoding': padded('gzip', length) })
    return [statusCode, headers['content-encoding']]
  }
  expect(await codingFor(1_000)).toEqual([200, 'gzip'])
  expect(await codingFor(1_001)).toEqual([200, undefined])
})

test('sends what a client may have if its If-None-Match is too long', async () => {
  const { headers } = await ask('/prepared', {})
  const statusFor = async (length: number) => {
    return (await ask('/prepared', { 'if-none-match': padded(headers['etag'], length) })).statusCode
  }
  expect([await statusFor(1_000), await statusFor(1_001)]).toEqual([304, 200])
})

test('chooses the usual type of an answer if Accept is too long', async () => {
  const acceptFor = async (length: number) => (await ask('/accept', { accept: padded('text/plain', length) })).json()
  expect(await acceptFor(1_000)).toEqual({ accept: padded('text/plain', 1_000) })
  expect(await acceptFor(1_001)).toEqual({ accept: 'none' })
})

test('reads only the end of a long X-Forwarded-For, which the nearest proxies have written', async () => {
  const shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
  onTestFinished(() => shop.close())
  let asked: { ip: string; ips: number } | undefined
  shop.app.addHook('onSend', async ({ ip, ips }) => {
    asked = { ip, ips: ips?.length ?? 0 }
  })
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const askVia = async (forwarded: string) => {
    await fetch(`${url}/readyz`, { headers: { 'x-forwarded-for': forwarded } })
    return asked
  }
  expect(await askVia('203.0.113.7')).toEqual({ ip: '203.0.113.7', ips: 2 })
  expect(await askVia(`${'127.0.0.1,'.repeat(1_400)}203.0.113.7`)).toEqual({ ip: '203.0.113.7', ips: 2 })
  // All of these are proxies, so that each of them is read.
  expect((await askVia('127.0.0.1,'.repeat(1_400)))?.ips).toBeLessThan(102)
})
