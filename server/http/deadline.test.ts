import { Agent, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { TOKEN_SECRET } from '#server/testing/shop.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { givenShow, givenUser, insertTestSession } from '#server/testing/test-data.ts'

/** With so many connections, a server writes for fewer than half of the customers at once on one of their own. */
const [POOL, CUSTOMERS] = [14, 12]

type Answer = { status: number | undefined; problem: string | undefined; retryAfter: string | undefined; body: string }

/** Sends a request from an address of this machine. */
function send(url: string, { from, token = '', body, key = '' }: Sent): Promise<Answer & { ms: number }> {
  const start = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer & { ms: number }>()
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  const sent = request(url, { method, localAddress: from, headers, agent: new Agent({ keepAlive: false }) })
  sent.once('error', reject)
  sent.once('response', async (response) => {
    const { 'x-problem': problem, 'retry-after': retryAfter } = response.headers
    const answer = { status: response.statusCode, problem: problem?.toString(), retryAfter, body: await text(response) }
    resolve({ ...answer, ms: performance.now() - start })
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

type Sent = { from: string; token?: string; body?: object; key?: string }

/** Starts a server whose database can wait for a standby that is away. */
async function startShop() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-deadline-'))
  const embedded = await startEmbedded(folder)
  const { connectionString, ownerUrl } = embedded
  const shop = await startShopProcess({
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: folder,
    DATABASE_POOL: String(POOL),
  })
  const db = connect(connectionString, { max: 2 })
  const superuser = new Client(await findSuperuser(folder, connectionString))
  await superuser.connect()
  const setStandby = async (name: string) => {
    await superuser.query(`alter system set synchronous_standby_names = '${name}'`)
    await superuser.query('select pg_reload_conf()')
  }
  onTestFinished(async () => {
    await setStandby('')
    await superuser.end()
    await shop.stop()
    await db.destroy()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { url: shop.url, db, setStandby }
}

async function givenCustomers(db: Db): Promise<string[]> {
  const tokens = tokensWith(TOKEN_SECRET)
  const customers: string[] = []
  while (customers.length < CUSTOMERS) {
    const userId = await givenUser(db)
    customers.push(tokens.sign({ userId, ...(await insertTestSession(db, userId)) }))
  }
  return customers
}

test('answers in time while commits wait for a standby, and reads go on', { timeout: 90_000 }, async () => {
  const { url, db, setStandby } = await startShop()
  const customers = await givenCustomers(db)
  const shows = await Promise.all(customers.map(() => givenShow(db, { seats: 1 })))
  // Reservations of named places share a few commits, those of the best places do not.
  const reserve = (index: number) => {
    const { showId: eventShowId, seatIds: seatingPlanPlaceIds } = shows[index] as (typeof shows)[number]
    const isNamed = index % 2 === 0
    return send(isNamed ? `${url}/tickets` : `${url}/tickets/best-available`, {
      from: `127.0.1.${index + 1}`,
      token: customers[index] ?? '',
      body: isNamed ? { eventShowId, seatingPlanPlaceIds } : { eventShowId, quantity: 1 },
      key: `reservation-${index}`,
    })
  }
  await setStandby('absent')
  const reservations = Promise.all(customers.map((_, index) => reserve(index)))
  await expect.poll(() => countCommits(db), { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
  const places = `/tickets/reservations?eventShowId=${shows[0]?.showId}&seatingPlanId=${shows[0]?.seatingPlanId}`
  for (const path of ['/events', '/eventshows', '/news', places]) {
    const { status, ms } = await send(`${url}${path}`, { from: '127.0.2.1', token: customers[0] ?? '' })
    expect([path, status, ms < 2_000]).toEqual([path, 200, true])
  }
  const answers = await reservations
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)
  expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 2']))
  expect(new Set(answers.map(({ problem }) => problem))).toEqual(new Set(['unfinished', 'busy']))

  await setStandby('')
  for (const [index] of customers.entries()) {
    await expect.poll(async () => (await reserve(index)).status, { timeout: 20_000 }).toBe(201)
  }
  const { tickets } = await db
    .selectFrom('tickets')
    .select((row) => row.fn.countAll<number>().as('tickets'))
    .executeTakeFirstOrThrow()
  expect(tickets).toBe(CUSTOMERS)
})

/** Counts the commits that wait for the standby. */
async function countCommits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where wait_event = 'SyncRep'`.execute(db)
  return rows[0]?.count ?? 0
}
