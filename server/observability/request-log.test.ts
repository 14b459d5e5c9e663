import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { openTestShop } from '#server/testing/shop.ts'
import { givenShow } from '#server/testing/test-data.ts'

type Line = Record<string, unknown>

let database: TestDatabase
let shop: ShopProcess
let dataDir: string

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-log-'))
  shop = await startShopProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace', MAX_STREAMS: '0' })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

function lines(): Line[] {
  const texts = shop.output().split('\n')
  return texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as Line)
}

async function lineOf(requestId: string | null, msg = 'request'): Promise<Line> {
  const isIt = (line: Line) => line['requestId'] === requestId && line['msg'] === msg
  await expect.poll(() => lines().some(isIt), { timeout: 15_000 }).toBe(true)
  return lines().find(isIt) ?? {}
}

const EMAIL = 'secret.reader@foyer.example'
const PASSWORD = 'secret-password-1'
let token = ''

function send(method: string, path: string, body?: object) {
  return fetch(`${shop.url}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      'user-agent': 'secret-agent',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

test('logs one line a request, and names the request in the jobs that it caused', async () => {
  const registered = await send('POST', '/users', {
    firstName: 'Secretia',
    lastName: 'Secretson',
    email: EMAIL,
    password: PASSWORD,
  })
  expect(registered.status).toBe(201)
  const { id: userId } = (await registered.json()) as { id: number }
  const login = await send('POST', '/authentication', { email: EMAIL, password: PASSWORD })
  token = await login.text()
  await send('GET', '/events?title=secret-query')
  const { showId, seatIds } = await givenShow(database.db)
  const reserved = await send('POST', '/tickets', { eventShowId: showId, seatingPlanPlaceIds: [seatIds[0]] })
  const [ticket] = ((await reserved.json()) as { elements: { id: number }[] }).elements
  const ordered = await send('POST', '/orders', {
    ticketIds: [ticket?.id],
    merchandiseIds: [],
    paymentType: 'VISA',
    userPaymentInfoDto: { firstName: 'Secretia', lastName: 'Secretson', address: 'Secret Street 1' },
  })
  expect(ordered.status).toBe(201)
  const orderId = ordered.headers.get('x-request-id')
  const line = await lineOf(orderId)
  expect(Math.abs(Number(line['time']) - Date.now())).toBeLessThan(60_000)
  expect(line).toMatchObject({
    level: 30,
    method: 'POST',
    route: '/api/v1/orders',
    status: 201,
    ms: expect.any(Number),
    userId,
  })
  expect(await lineOf(orderId, 'job')).toMatchObject({ level: 30, task: 'send-invoice-mail', attempt: 1 })
  const { jobId } = await lineOf(orderId, 'job')
  expect(await readdir(join(dataDir, 'mail'))).toContain(`mail-${String(jobId)}.eml`)

  const refused = await send('GET', '/invoices/999999')
  expect(await lineOf(refused.headers.get('x-request-id'))).toMatchObject({
    level: 30,
    route: '/api/v1/invoices/:id',
    status: 404,
    problem: 'not_found',
    userId,
  })
})

test('logs logins, and refused logins, tokens and roles', async () => {
  const login = await send('POST', '/authentication', { email: EMAIL, password: PASSWORD })
  const expected = { level: 30, method: 'POST', route: '/api/v1/authentication' }
  expect(await lineOf(login.headers.get('x-request-id'))).toMatchObject({ ...expected, status: 200 })
  const wrong = await send('POST', '/authentication', { email: EMAIL, password: 'secret-password-2' })
  const refused = { ...expected, status: 401, problem: 'wrong_credentials' }
  expect(await lineOf(wrong.headers.get('x-request-id'))).toMatchObject(refused)

  const forbidden = await send('GET', '/users?email=')
  const users = { route: '/api/v1/users', status: 403, problem: 'forbidden', userId: expect.any(Number) }
  expect(await lineOf(forbidden.headers.get('x-request-id'))).toMatchObject(users)
  const forged = await fetch(`${shop.url}/users/detail`, { headers: { authorization: 'Bearer secret.secret.secret' } })
  expect(await lineOf(forged.headers.get('x-request-id'))).toMatchObject({ status: 401, problem: 'not_signed_in' })
})

test('logs a request that is not HTTP', async () => {
  const { port, hostname } = new URL(shop.url)
  const socket = connect(Number(port), hostname, () => socket.write('secret nonsense\r\n\r\n'))
  const requestId = /^x-request-id: (\S+)/im.exec(await text(socket))?.[1] ?? null
  expect(await lineOf(requestId)).toMatchObject({ level: 30, status: 400, problem: 'malformed' })
})

test('logs no fault when a client leaves while it sends', async () => {
  const { port, hostname } = new URL(shop.url)
  const written = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      'PUT /api/v1/email-verifications HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      () => written.resolve(),
    ),
  )
  const isIt = ({ route }: Line) => route === '/api/v1/email-verifications'
  await written.promise
  // The server has read what arrived before these requests.
  for (let sent = 0; sent < 3; sent += 1) expect((await send('GET', '/events?pageSize=1')).ok).toBe(true)
  socket.destroy()
  await expect.poll(() => lines().some(isIt), { timeout: 15_000 }).toBe(true)
  const next = await send('GET', '/events?pageSize=1')
  await lineOf(next.headers.get('x-request-id'))
  expect(lines().filter(({ level }) => level === 50)).toEqual([])
})

test('logs a fault as an error with its stack, and no values', async () => {
  await sql`alter table news rename to hidden_news`.execute(database.owner)
  const failed = await send('GET', '/news?pageIndex=0')
  await sql`alter table hidden_news rename to news`.execute(database.owner)
  expect(failed.status).toBe(500)
  expect(await lineOf(failed.headers.get('x-request-id'))).toMatchObject({
    level: 50,
    route: '/api/v1/news',
    status: 500,
    problem: 'internal',
    err: {
      message: 'relation "news" does not exist',
      code: '42P01',
      stack: expect.stringContaining('at async selectNews'),
    },
  })
})

test('logs a refusal of a busy shop as a warning without a stack', async () => {
  const { showId } = await givenShow(database.db)
  const refused = await send('GET', `/eventshows/${showId}/places/stream`)
  const line = await lineOf(refused.headers.get('x-request-id'))
  expect(line).toMatchObject({ level: 40, status: 503, problem: 'busy' })
  expect(line).not.toHaveProperty('cause')

  const cancelled = await database.owner.transaction().execute(async (tx) => {
    await sql`lock table news`.execute(tx)
    const waiting = send('GET', '/news?pageIndex=0')
    const cancel = sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await cancel.execute(database.db)).rows.length).toBe(1)
    return waiting
  })
  const late = await lineOf(cancelled.headers.get('x-request-id'))
  expect(late).toMatchObject({ level: 40, status: 503, problem: 'busy', cause: { code: '57014' } })
  expect(late['cause']).not.toHaveProperty('stack')
})

test('logs an upload without its headers, also at the most verbose level', async () => {
  const body = new FormData()
  body.append('file', new Blob(['no picture'], { type: 'image/png' }), 'picture.png')
  const headers = { authorization: token, 'user-agent': 'secret-agent' }
  const { status } = await fetch(`${shop.url}/images`, { method: 'POST', headers, body })
  expect(status).toBeGreaterThanOrEqual(400)
  await expect.poll(() => lines().some(({ msg }) => String(msg).includes('busboy'))).toBe(true)
})

test('names no person, address, query or token in any line', async () => {
  const log = lines()
    .map((line) => JSON.stringify(line))
    .filter((line) => !line.includes('Server listening at'))
  expect(log.length).toBeGreaterThan(6)
  const secrets = [EMAIL, PASSWORD, token, token.split('.')[2] ?? '', '127.0.0.1', '::1']
  for (const secret of secrets) expect(log.filter((line) => line.includes(secret))).toEqual([])
  expect(log.filter((line) => /secret/i.test(line))).toEqual([])
})

test('takes a well-formed id from a trusted proxy, and from nobody else', async () => {
  const behindProxy = await openTestShop({ TRUSTED_PROXIES: '10.0.0.7' })
  try {
    const idOf = async (sent: string, from: string) => {
      const { headers } = await behindProxy.ask('GET', '/events', { from, headers: { 'x-request-id': sent } })
      return String(headers['x-request-id'])
    }
    expect(await idOf('trace-1234', '10.0.0.7')).toBe('trace-1234')
    for (const [sent, from] of [
      ['trace-1234', '10.0.0.8'],
      ['short', '10.0.0.7'],
      ['x'.repeat(65), '10.0.0.7'],
      ['trace 1234', '10.0.0.7'],
      ['trace-1234"', '10.0.0.7'],
    ] as const) {
      expect(await idOf(sent, from)).toMatch(/^[\w-]{22}$/)
    }
  } finally {
    await behindProxy.close()
  }
})
