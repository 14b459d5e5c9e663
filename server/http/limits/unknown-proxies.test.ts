import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { warnOfUnknownProxies } from './unknown-proxies.ts'

async function warningsWith(trustProxy: string[] | false, headers: Record<string, string>[]) {
  const warnings: string[] = []
  const app = Fastify({ trustProxy })
  warnOfUnknownProxies(app, (text) => warnings.push(text))
  app.get('/', (request) => request.ip)
  for (const each of headers) await app.inject({ url: '/', remoteAddress: '10.0.0.7', headers: each })
  await app.close()
  return warnings
}

test('warns once of a proxy that is not trusted', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect(await warningsWith(false, [forwarded, forwarded])).toEqual([
    expect.stringContaining('A request from 10.0.0.7 carries X-Forwarded-For'),
  ])
  expect(await warningsWith(['192.0.2.1'], [forwarded])).toHaveLength(1)
})

test('does not warn of a trusted proxy or of direct requests', async () => {
  expect(await warningsWith(['10.0.0.0/8'], [{ 'x-forwarded-for': '203.0.113.9' }])).toEqual([])
  expect(await warningsWith(false, [{}])).toEqual([])
  expect(await warningsWith(['10.0.0.0/8'], [{ 'x-forwarded-for': '' }])).toEqual([])
  // A client on the machine of the proxy, such as a monitor.
  expect(await warningsWith(['10.0.0.0/8'], [{ 'x-forwarded-for': '10.0.0.7' }])).toEqual([])
})
