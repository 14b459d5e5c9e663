import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { startBalancer } from '#server/testing/balancer.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { watch } from '#server/testing/watch.ts'
import { type Buyer, givenBuyers, toOrder, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type Answers, faultsIn } from './shopping.ts'
import { startTwoServerRig } from './two-server-rig.ts'

const BUYERS = 8
const WATCHERS = 4
const DRAIN_SECONDS = 2
const BEFORE_AND_AFTER_MS = 300

type Load = { url: string; show: Show; failures: string[]; isOver: () => boolean }

/** Reads, reserves and orders until it is over. Repeats nothing: every answer other than success is a failure. */
async function shop(buyer: Buyer, answers: Answers, { url, show, failures, isOver }: Load): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await buyer
      .send(url, method, path, { body, headers: { 'idempotency-key': crypto.randomUUID() } })
      .catch((error: Error) => ({ status: 0, body: `${error.message} ${String(error.cause)}` }))
    if (answer.status === 200 || answer.status === 201) return JSON.parse(answer.body)
    failures.push(`${method} ${path}: ${answer.status} ${answer.body}`)
  }
  while (!isOver()) {
    await send('GET', '/events')
    await send('GET', '/users/detail')
    const reserve = toReserve(show.showId, [show.standingPlaceId])
    const reserved = await send('POST', reserve.path, reserve.body)
    if (!reserved) continue
    const ticketId: number = reserved.elements[0].id
    const sentAt = Date.now()
    const order = toOrder([ticketId])
    const ordered = await send('POST', order.path, order.body)
    if (!ordered) continue
    const times = { sentAt, answeredAt: Date.now() }
    answers.bought.push({ userId: buyer.userId, ticketId, invoiceId: ordered.id, ...times })
  }
}

/** Watches a show until it is over, and comes back whenever a server ends the stream. Returns the number of streams. */
async function stayWatching({ url, show, failures, isOver }: Load): Promise<number> {
  let streams = 0
  while (!isOver()) {
    const watcher = await watch(url, show.showId).catch((error: Error) => failures.push(`stream: ${error.message}`))
    if (typeof watcher === 'number') continue
    if (watcher.status !== 200) failures.push(`stream: ${watcher.status}`)
    streams += 1
    const isGreeted = watcher
      .hears(({ name }) => name === 'reset')
      .then(
        () => true,
        () => false,
      )
    if (!(await Promise.race([isGreeted, watcher.ended]))) failures.push('stream: no greeting')
    while (!isOver() && (await Promise.race([watcher.ended.then(() => 'ended'), wait(50)])) !== 'ended');
    watcher.leave()
  }
  return streams
}

/** Counts the jobs that are due, or that a server took and did not give back. */
async function countDueJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*) as jobs from graphile_worker.jobs where locked_at is not null or run_at <= now()`.execute(db)
  return rows[0]?.jobs ?? 0
}

type Rolling = { restarts: number; drainSeconds: number; intervalMs?: number }

/** Restarts two servers in turn behind a balancer, under load. */
async function rollWith({ restarts, drainSeconds, intervalMs = 250 }: Rolling) {
  const rig = await startTwoServerRig({ settings: { DRAIN_SECONDS: String(drainSeconds) } })
  const url = await startBalancer(rig.urls, { intervalMs })
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, BUYERS)
  const answers: Answers = { bought: [], refusals: [] }
  const failures: string[] = []
  let isOver = false
  const load: Load = { url, show, failures, isOver: () => isOver }
  const shopping = Promise.all(buyers.map((buyer) => shop(buyer, answers, load)))
  const watching = Promise.all(Array.from({ length: WATCHERS }, () => stayWatching(load)))
  for (let restart = 0; restart < restarts; restart += 1) {
    await wait(BEFORE_AND_AFTER_MS)
    await rig.restartServer(restart % 2 === 0 ? 0 : 1)
    // Until the balancer knows.
    await wait(intervalMs * 2)
  }
  await wait(BEFORE_AND_AFTER_MS)
  isOver = true
  await shopping
  const streams = (await watching).reduce((sum, count) => sum + count)
  return { rig, failures, answers, streams }
}

provedTest('loses no request, stream or job when its servers restart in turn', { timeout: TIMEOUT_MS }, async () => {
  const restarts = counts.rollingRestarts
  const { rig, failures, answers, streams } = await rollWith({ restarts, drainSeconds: DRAIN_SECONDS })
  expect(failures).toEqual([])
  expect(await faultsIn(rig.db, answers)).toEqual([])
  expect(answers.bought.length).toBeGreaterThan(restarts * BUYERS)
  // Each restart ended the streams of its server.
  expect(streams).toBeGreaterThan(WATCHERS + restarts - 1)
  await expect.poll(() => countDueJobs(rig.db), { timeout: 60_000 }).toBe(0)
  process.stdout.write(`rolling restart: ${answers.bought.length} orders, ${streams} streams\n`)
})

// Control: the checks above detect a server that stops at once.

test('control: a server that does not wait for the balancer fails requests', { timeout: TIMEOUT_MS }, async () => {
  const { failures } = await rollWith({ restarts: 1, drainSeconds: 0, intervalMs: 1_000 })
  expect(failures.length).toBeGreaterThan(0)
})
