import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/db/connection.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { watch } from '#server/testing/watch.ts'
import { selectQueue } from './figures.sql.ts'
import { openMetrics } from './metrics.ts'
import { observeMailer } from './observe-jobs.ts'

const TOKEN = 'a-token-of-the-tests'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ METRICS_TOKEN: TOKEN, BASE_PATH: '/shop/' })
})
afterAll(() => shop.close())

const scrape = (authorization?: string) =>
  shop.app.inject({ url: '/shop/metrics', headers: authorization === undefined ? {} : { authorization } })

/** Reads the values of all series, by name and labels. */
async function readMetrics(from = shop): Promise<Map<string, number>> {
  const reply = await from.app.inject({
    url: `${from.context.settings.BASE_PATH}metrics`,
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(reply.statusCode).toBe(200)
  const lines = reply.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('answers 404 at the address of the metrics without METRICS_TOKEN', async () => {
  const closed = await openTestShop()
  try {
    const reply = await closed.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } })
    expect(reply.statusCode).toBe(404)
  } finally {
    await closed.close()
  }
})

test('shows the metrics only to callers with the token', async () => {
  for (const authorization of [undefined, '', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
    const { statusCode, headers, body } = await scrape(authorization)
    expect([authorization, statusCode]).toEqual([authorization, 401])
    expect(headers['www-authenticate']).toBe('Bearer')
    expect(body).not.toContain('foyer_')
  }
  const { headers } = await scrape(`Bearer ${TOKEN}`)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('counts requests by route pattern, method and status, with one label for all unknown addresses', async () => {
  // Node's own metrics grow by series whenever another kind of garbage collection happens.
  const countOwn = (found: ReadonlyMap<string, unknown>) =>
    [...found.keys()].filter((name) => name.startsWith('foyer_')).length
  await readMetrics()
  const before = countOwn(await readMetrics())
  for (let id = 900_001; id <= 900_030; id += 1) {
    await shop.ask('GET', `/events/${id}?secret=${id}`)
    await shop.ask('GET', `/nowhere/${id}`)
    await shop.app.inject(`/elsewhere/${id}.php`)
    await shop.app.inject({ method: 'PROPFIND' as 'GET', url: `/${id}` })
  }
  const metrics = await readMetrics()
  expect(metrics.get('foyer_http_requests_total{method="GET",route="/api/v1/events/:id",status="404"}')).toBe(30)
  expect(metrics.get('foyer_http_requests_total{method="GET",route="unknown",status="404"}')).toBe(60)
  expect(metrics.get('foyer_http_requests_total{method="OTHER",route="unknown",status="404"}')).toBe(30)
  expect(metrics.get('foyer_http_request_duration_seconds_count{method="GET",route="/api/v1/events/:id"}')).toBe(30)
  expect(metrics.get('foyer_refusals_total{code="not_found"}')).toBeGreaterThanOrEqual(120)
  // Three series of counts, one refusal, and three histograms of eleven buckets, their rest, sum and count.
  expect(countOwn(metrics) - before).toBeLessThanOrEqual(4 + 3 * 14)
  expect([...metrics.keys()].join()).not.toMatch(/9000\d\d|secret/)
})

test('counts reservations, orders, refunds, registrations and logins by outcome', async () => {
  const outcomes = async () =>
    Object.fromEntries([...(await readMetrics())].filter(([name]) => name.startsWith('foyer_actions_total')))
  const before = await outcomes()
  expect(Object.keys(before)).toHaveLength(15)

  const as = await givenUser(shop.db)
  const { showId, seatIds } = await givenShow(shop.db)
  const reserve = () =>
    shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [seatIds[0]] } })
  const [ticket] = (await reserve()).json().elements
  await reserve()
  await shop.ask('POST', '/orders', {
    as,
    body: {
      ticketIds: [ticket.id],
      merchandiseIds: [],
      paymentType: 'VISA',
      userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' },
    },
  })
  await shop.ask('PUT', `/tickets/${ticket.id}/cancelation`, { as })
  await shop.ask('POST', '/authentication', { body: { email: 'nobody@foyer.example', password: 'wrong-password' } })
  await shop.ask('POST', '/users', { body: {} })

  const after = await outcomes()
  const grown = Object.keys(after).filter((name) => after[name] === (before[name] ?? 0) + 1)
  expect(grown.map((name) => name.replace(/.*action="(\w+)",outcome="(\w+)".*/, '$1 $2')).toSorted()).toEqual([
    'login refused',
    'order done',
    'refund done',
    'registration refused',
    'reservation done',
    'reservation refused',
  ])
})

test('counts open streams, and leaves them out of the latency', async () => {
  const { showId } = await givenShow(shop.db)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as { port: number }
  const watcher = await watch(`http://127.0.0.1:${port}/shop/api/v1`, showId)
  expect(watcher.headers['x-request-id']).toMatch(/^[\w-]{22}$/)
  expect((await readMetrics()).get('foyer_open_streams')).toBe(1)
  const labels = 'method="GET",route="/api/v1/eventshows/:id/places/stream"'
  expect((await readMetrics()).get(`foyer_http_requests_total{${labels},status="200"}`)).toBe(1)
  watcher.leave()
  await expect.poll(async () => (await readMetrics()).get('foyer_open_streams')).toBe(0)
  const metrics = await readMetrics()
  expect(metrics.has(`foyer_http_request_duration_seconds_count{${labels}}`)).toBe(false)
})

test('shows the pool of connections and the process', async () => {
  const metrics = await readMetrics()
  expect(metrics.get('foyer_database_connections')).toBeGreaterThan(0)
  expect(metrics.get('foyer_database_connections_max')).toBe(20)
  expect(metrics.get('foyer_database_waiting_queries')).toBe(0)
  expect(metrics.get('foyer_database_up')).toBe(1)
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

test('counts mails that are sent and that fail', async () => {
  const { metrics } = shop.context
  const mail = { id: 'mail-1', to: { firstName: 'Ada', email: 'ada@foyer.example' }, subject: 'x', paragraphs: [] }
  await observeMailer({ send: async () => {}, close: () => {} }, metrics).send(mail)
  const broken = observeMailer({ send: () => Promise.reject(new Error('refused')), close: () => {} }, metrics)
  await expect(broken.send(mail)).rejects.toThrow('refused')
  const shown = await readMetrics()
  expect(shown.get('foyer_mails_total{outcome="sent"}')).toBe(1)
  expect(shown.get('foyer_mails_total{outcome="failed"}')).toBe(1)
})

test('counts the jobs that wait in the outbox among those that are due', async () => {
  await sql`
    insert into outbox (task, payload, run_at)
    select 'forgotten-task', '{}', now() - interval '90 seconds' from generate_series(1, 3)`.execute(shop.db)
  const [queued] = (await selectQueue(shop.db)).filter(({ task }) => task === 'forgotten-task')
  expect(queued).toMatchObject({ due: 3, later: 0, givenUp: 0 })
  expect(queued?.oldestSeconds).toBeGreaterThanOrEqual(90)
  await sql`delete from outbox where task = 'forgotten-task'`.execute(shop.db)
})

test('answers without the figures of a database that does not answer', async () => {
  const db = connect('postgres://127.0.0.1:1/nowhere')
  const app = await buildApp({ ...shop.context, db, metrics: openMetrics(db) })
  try {
    const metrics = await readMetrics({ ...shop, app })
    expect(metrics.get('foyer_database_up')).toBe(0)
    expect([...metrics.keys()].filter((name) => name.startsWith('foyer_jobs'))).toEqual([])
  } finally {
    await app.close()
    await db.destroy()
  }
})

test('shows the age of backups, and nothing where the shop makes none', async () => {
  const ages = async (metrics: ReturnType<typeof openMetrics>) =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('foyer_backup'))
  const metrics = openMetrics(shop.db)
  expect(await ages(metrics)).toEqual([])
  metrics.watchBackup(() => ({}))
  expect(await ages(metrics)).toEqual([
    'foyer_backup_last_timestamp_seconds 0',
    'foyer_backup_covered_timestamp_seconds 0',
  ])
  metrics.watchBackup(() => ({ madeAt: new Date(5_000), coveredUntil: new Date(7_000) }))
  expect(await ages(metrics)).toEqual([
    'foyer_backup_last_timestamp_seconds 5',
    'foyer_backup_covered_timestamp_seconds 7',
  ])
})
