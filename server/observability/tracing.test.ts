import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { TOKEN_SECRET } from '#server/testing/shop.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { givenShow, givenUser, insertTestSession } from '#server/testing/test-data.ts'

type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Batch = { resourceSpans: { resource: unknown; scopeSpans: { spans: ReceivedSpan[] }[] }[] }

const spans: ReceivedSpan[] = []
let bodies = ''
let collector: Server
let database: TestDatabase
let dataDir: string
let shop: ShopProcess

/** Receives traces as a collector does: OTLP over HTTP, as JSON. */
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/v1/traces') {
      bodies += body
      const { resourceSpans } = JSON.parse(body) as Batch
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-trace-'))
  shop = await startShopProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JWT_SECRET: TOKEN_SECRET,
    TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
  collector.close()
  await rm(dataDir, { recursive: true })
})

async function received(isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await expect.poll(() => spans.some(isIt), { timeout: 45_000 }).toBe(true)
  return spans.find(isIt) as ReceivedSpan
}

test('sends a trace of a request, its statements and the job that it caused', async () => {
  const as = await givenUser(database.db, { email: 'secret.reader@foyer.example' })
  const { showId, seatIds } = await givenShow(database.db)
  const token = tokensWith(TOKEN_SECRET).sign({ userId: as, ...(await insertTestSession(database.db, as)) })
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { id: reply.headers.get('x-request-id'), body: (await reply.json()) as { elements: { id: number }[] } }
  }
  const reserved = await send('/tickets', { eventShowId: showId, seatingPlanPlaceIds: [seatIds[0]] })
  const order = {
    ticketIds: reserved.body.elements.map(({ id }) => id),
    merchandiseIds: [],
    paymentType: 'VISA',
    userPaymentInfoDto: { firstName: 'Secretia', lastName: 'Secretson', address: 'Secret Street 1' },
  }
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const ordered = await send('/orders', order, { traceparent: `00-${traceId}-b7ad6b7169203331-01` })

  const request = await received(({ name }) => name === 'POST /api/v1/orders')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  expect(attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/orders',
    'http.response.status_code': 201,
    'foyer.request_id': ordered.id,
  })
  const insert = await received(
    ({ attributes: [, query] }) => query?.value.stringValue?.trimStart().startsWith('insert into orders ') ?? false,
  )
  expect(insert).toMatchObject({ name: 'insert', traceId, parentSpanId: request.spanId })
  const job = await received(({ name }) => name === 'job send-invoice-mail')
  expect(job.traceId).toBe(traceId)
  expect(spans.some(({ parentSpanId, spanId }) => spanId === job.parentSpanId && parentSpanId !== undefined)).toBe(true)

  expect(bodies).toContain('"stringValue":"foyer"')
  expect(bodies).not.toMatch(/secret/i)
  expect(bodies).not.toContain(token)
})
