import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const CALL = '/api/v1/events'

/** Sends a request from an address of this machine. */
function send({ app }: TestShop, path: string, from: string, more: { method?: string; accept?: string } = {}) {
  const { method = 'GET', accept = '*/*' } = more
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, localAddress: from, headers: { accept } })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, headers, body }), reject)
    })
    sent.end()
  })
}

const refusedAtOnce = async ({ context }: TestShop) =>
  Number(
    /^foyer_http_requests_total\{[^}]*route="refused at once"[^}]*\} (\d+)/m.exec(await context.metrics.text())?.[1],
  )

test('refuses only calls that read before their work begins, with a whole answer, while the shop is overloaded', async () => {
  const shop = await openTestShop({ DATABASE_POOL: '10', PUBLIC_URL: 'https://tickets.example/' })
  onTestFinished(() => shop.close())
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const crowd: Promise<unknown>[] = []
  await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table events`.execute(tx)
    const unlucky = await expectUnlucky(shop, crowd)

    const asText = await send(shop, CALL, unlucky)
    expect(asText).toMatchObject({ status: 503, body: 'The shop is very busy. Please try again in a moment.' })
    const asDocument = await send(shop, CALL, unlucky, { accept: 'application/problem+json' })
    expect(JSON.parse(asDocument.body)).toMatchObject({ code: 'busy', status: 503 })
    const tooLong = await send(shop, CALL, unlucky, { accept: `application/problem+json${','.repeat(2_000)}` })
    expect(tooLong.body).toBe(asText.body)
    const ordinary = (await send(shop, '/api/v1/not-there', unlucky, { method: 'POST' })).headers
    const { 'x-request-id': id, 'content-security-policy': policy } = asText.headers
    expect(id).not.toBe(asDocument.headers['x-request-id'])
    expect([asText.headers['retry-after'], policy]).toEqual(['2', ordinary['content-security-policy']])
    for (const header of Object.keys(ordinary)) expect(asText.headers).toHaveProperty(header)

    const before = await refusedAtOnce(shop)
    expect((await send(shop, '/api/v1/logins', unlucky, { method: 'POST' })).status).not.toBe(503)
    expect((await send(shop, '/readyz', unlucky)).status).toBe(200)
    expect(await refusedAtOnce(shop)).toBe(before)
  })
  await Promise.all(crowd)
  await expect.poll(async () => (await send(shop, CALL, '127.0.1.1')).status, { timeout: 10_000 }).toBe(200)
})

/** Sends requests of a crowd that has to wait until one is refused at once. Returns its address. */
async function expectUnlucky(shop: TestShop, crowd: Promise<unknown>[]): Promise<string> {
  for (let sent = 1; sent < 250; sent += 1) {
    const from = `127.0.1.${sent}`
    const before = await refusedAtOnce(shop)
    const answer = send(shop, CALL, from)
    crowd.push(answer)
    await new Promise((resolve) => setTimeout(resolve, 30))
    if ((await refusedAtOnce(shop)) > (before || 0)) return from
  }
  throw new Error('No request was refused at once.')
}
