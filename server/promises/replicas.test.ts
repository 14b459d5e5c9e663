import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Bus, openBus } from '#server/db/bus.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReplicas } from '#server/db/replicas/replicas.ts'
import { provedTest } from '#server/testing/proving.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { startReplica, type StreamingReplica } from '#server/testing/streaming-replica.ts'
import { givenNews, givenShow, givenUser } from '#server/testing/test-data.ts'
import { givenBuyer, givenBuyers } from './buyers.ts'
import { TIMEOUT_MS } from './counts.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'
const MAX_LAG_SECONDS = 4
/** Until a replica that is too old is found so and no longer read. */
const OUT_WITHIN_MS = MAX_LAG_SECONDS * 1_000 + 2_500
/** The longest answer while a replica is dead or stands still: its limit, and some time of the primary. */
const ANSWER_MS = 3_500

/** Longer than parts of a cheap list are remembered. */
const REMEMBERED_MS = 1_500

type Rig = { db: Db; bus: Bus; replica: StreamingReplica; url: string; lag: () => Promise<number> }

/** Starts a primary, its streaming replica, and a server that uses both. */
async function startRig(maxLagSeconds = MAX_LAG_SECONDS): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const newFolder = async (name: string) => {
    const folder = await mkdtemp(join(tmpdir(), `foyer-${name}-`))
    stack.defer(() => rm(folder, { recursive: true }))
    return folder
  }
  const dataDir = await newFolder('primary')
  const primary = await startEmbedded(dataDir)
  stack.defer(primary.stop)
  await migrate(primary)
  const replica = await startReplica(dataDir, primary.connectionString, await newFolder('replica'))
  stack.defer(replica.stop)
  const db = connect(primary.connectionString, { max: 4 })
  stack.defer(() => db.destroy())
  const bus = await openBus(db, primary.connectionString, () => undefined)
  stack.defer(bus.close)
  const shop = await startShopProcess({
    DATABASE_URL: primary.connectionString,
    DATABASE_REPLICA_URL: replica.url,
    MAX_REPLICA_LAG: String(maxLagSeconds),
    DATA_DIR: dataDir,
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
  })
  stack.defer(shop.stop)
  const lag = async () => {
    const reply = await fetch(new URL('/metrics', shop.url), { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const text = /^foyer_replica_lag_seconds\{.*\} (\S+)$/m.exec(await reply.text())?.[1]
    return text === '+Inf' ? Infinity : Number(text)
  }
  await expect.poll(lag).toBeLessThan(maxLagSeconds)
  return { db, bus, replica, url: shop.url, lag }
}

let asked = 0

/** Counts the news in the public list. Each call asks for pages of another size, which no process has in memory. */
async function countNews(url: string): Promise<number> {
  asked += 1
  const reply = await fetch(`${url}/news?pageSize=${1 + (asked % 100)}`)
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { total: number }).total
}

/** Asks for a list whose order all its pages share. */
async function askForEvents(url: string): Promise<void> {
  expect((await fetch(`${url}/events?pageSize=${1 + (asked % 100)}`)).status).toBe(200)
}

/** Adds news while the replica replays nothing, and expects the public list not to have them yet: it was read there. */
async function leaveBehind({ db, replica, url }: Rig) {
  await replica.pause()
  const before = await countNews(url)
  const newsId = await givenNews(db)
  expect(await countNews(url)).toBe(before)
  return { newsId, now: before + 1 }
}

/** Reads public lists without a pause for a time. Returns the milliseconds of the slowest answer. */
async function slowestOf(url: string, forMs: number): Promise<number> {
  const until = performance.now() + forMs
  let slowest = 0
  while (performance.now() < until) {
    const startedAt = performance.now()
    await askForEvents(url)
    await countNews(url)
    slowest = Math.max(slowest, performance.now() - startedAt)
    await wait(50)
  }
  return slowest
}

test('reads lists from a young replica, and decisions from the primary', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startRig()
  const { db, replica, url, lag } = rig
  const { newsId, now } = await leaveBehind(rig)
  const behindSince = performance.now()
  // The primary answers for what the replica does not know yet, and for all that belongs to a customer.
  expect((await fetch(`${url}/news/${newsId}`)).status).toBe(200)
  const [buyer] = await givenBuyers(db, 1)
  const { showId, seatIds } = await givenShow(db, { seats: 1 })
  const body = { eventShowId: showId, seatingPlanPlaceIds: seatIds }
  const reserved = await buyer?.send(url, 'POST', '/tickets', { body })
  expect(reserved?.status).toBe(201)
  const [ticket] = JSON.parse(reserved?.body ?? '').elements
  expect((await buyer?.send(url, 'GET', '/carts'))?.body).toContain(`"id":${ticket.id}`)

  // It still replays nothing, and is soon too old.
  await expect.poll(() => countNews(url), { timeout: OUT_WITHIN_MS, interval: 100 }).toBe(now)
  expect(performance.now() - behindSince).toBeLessThan(OUT_WITHIN_MS)
  expect(await lag()).toBeGreaterThan(MAX_LAG_SECONDS)

  // It catches up and is used again.
  await replica.resume()
  await expect.poll(lag).toBeLessThan(MAX_LAG_SECONDS)
  const again = await leaveBehind(rig)
  // After any change at the desk, lists have all that was committed before.
  const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
  expect((await admin.send(url, 'PATCH', `/users/${buyer?.userId}/lock`, { body: true })).status).toBe(204)
  expect(await countNews(url)).toBe(again.now)
})

provedTest('lets a slow read go on at a replica that answers others, and repeats none at the primary', async () => {
  const { db, replica, bus } = await startRig()
  const settings = { DATABASE_REPLICA_URL: replica.url, MAX_REPLICA_LAG: MAX_LAG_SECONDS, DATABASE_POOL: 4 }
  const warned: string[] = []
  const { browse, close } = await openReplicas({ db, bus }, settings, {
    warn: (text) => warned.push(text),
    info: () => undefined,
  })
  onTestFinished(close)
  let reads = 0
  const isStandby = await browse(async (at) => {
    reads += 1
    const { rows } = await sql<{ isStandby: boolean }>`
      select pg_is_in_recovery() as "isStandby" from pg_sleep(3.5)`.execute(at)
    return rows[0]?.isStandby
  })
  expect([isStandby, reads, warned]).toEqual([true, 1, []])
})

provedTest(
  'fails no request while the replica is frozen, killed and started again',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startRig()
    const { replica, url, lag } = rig
    // The replica has a connection that is ready to use, and no order of a list is remembered any more.
    await askForEvents(url)
    await wait(REMEMBERED_MS)
    await replica.freeze()
    expect(await slowestOf(url, 4_000)).toBeLessThan(ANSWER_MS)
    expect(await lag()).toBe(Infinity)
    await replica.thaw()
    await expect.poll(lag).toBeLessThan(MAX_LAG_SECONDS)
    await replica.kill()
    expect(await slowestOf(url, 3_000)).toBeLessThan(ANSWER_MS)
    expect(await lag()).toBe(Infinity)
    await replica.start()
    await expect.poll(lag).toBeLessThan(MAX_LAG_SECONDS)
    await leaveBehind(rig)
  },
)

// Control: the check above detects a server that does not look at the age of its replica.

test('control: a list stays old at a replica of any age', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startRig(300)
  const { now } = await leaveBehind(rig)
  await wait(OUT_WITHIN_MS)
  expect(await countNews(rig.url)).toBeLessThan(now)
})
