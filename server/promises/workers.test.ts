import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import type { ShopProcess } from '#server/testing/shop-process.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { type Watcher, watch } from '#server/testing/watch.ts'
import { givenBuyer, givenBuyers } from './buyers.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import type { Mutant } from './mutant.sql.ts'
import { seededRandomFor } from './seeded-random.ts'
import { faultsIn, startShopping } from './shopping.ts'
import { METRICS_TOKEN, startShopOfWorkers, WORKERS, workersOf } from './worker-rig.ts'

/** Longer than the longest pause before a worker is replaced that has ended soon after its start. */
const REPLACED_WITHIN_MS = 45_000
/** Watchers that come at once, until each worker has some: the first that is free accepts a connection. */
const MORE_WATCHERS = 20

/** Kills workers with SIGKILL at random times while customers buy. */
async function rushWithKills(promise: string, { kills, mutant }: { kills: number; mutant?: Mutant }) {
  const random = seededRandomFor(promise)
  const { db, shop } = await startShopOfWorkers(mutant)
  const show = await givenShow(db, { standing: 10_000_000 })
  const buyers = await givenBuyers(db, 12)
  const shopping = startShopping(buyers, (index) => ({ urls: [shop.url], show, random: random(index) }))
  const moments = random('kills')
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(moments.between(300, 900))
    process.kill(moments.pick(workersOf(shop)), 'SIGKILL')
    await expect.poll(() => workersOf(shop).length, { timeout: REPLACED_WITHIN_MS }).toBe(WORKERS)
  }
  const answers = await shopping.stop()
  return { db, shop, faults: await faultsIn(db, answers), bought: answers.bought.length }
}

const readMetrics = async ({ url }: ShopProcess) => {
  const reply = await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return reply.text()
}

/** Returns the number of open streams of each worker. */
async function countStreams(shop: ShopProcess): Promise<Map<string, number>> {
  const found = (await readMetrics(shop)).matchAll(/^foyer_open_streams\{worker="(\d)"\} (\d+)$/gm)
  return new Map(found.map(([, worker = '', count]) => [worker, Number(count)]))
}

provedTest('tells all workers of sales and revoked sessions, and shows their metrics at one address', async () => {
  const { db, shop } = await startShopOfWorkers()
  const { showId, seatIds } = await givenShow(db, { seats: 10 })
  const [buyer, locked] = await givenBuyers(db, 2)
  const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
  if (!buyer || !locked) throw new Error('No buyers.')
  const watchers: Watcher[] = []
  const comeAndCount = async () => {
    watchers.push(...(await Promise.all(Array.from({ length: MORE_WATCHERS }, () => watch(shop.url, showId)))))
    return countStreams(shop)
  }
  await expect.poll(async () => Math.min(...(await comeAndCount()).values())).toBeGreaterThan(1)
  const body = { eventShowId: showId, seatingPlanPlaceIds: [seatIds[0]] }
  expect((await buyer.send(shop.url, 'POST', '/tickets', { body })).status).toBe(201)
  for (const watcher of watchers) await watcher.knows(seatIds[0], 1)

  // Each opens a connection of its own, so both workers are asked.
  const sessions = await Promise.all(Array.from({ length: 4 }, () => givenBuyer(db, locked.userId)))
  const statuses = () =>
    Promise.all(sessions.map((session) => session.send(shop.url, 'GET', '/users/detail').then(({ status }) => status)))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await admin.send(shop.url, 'PATCH', `/users/${locked.userId}/lock`, { body: true })).status).toBe(204)
  expect(await statuses()).toEqual([401, 401, 401, 401])

  const streams = await countStreams(shop)
  expect([...streams.keys()].toSorted()).toEqual(['1', '2'])
  expect(streams.values().reduce((sum, count) => sum + count, 0)).toBe(watchers.length)

  await resumeAfterKill(shop, { watchers, showId })
  for (const watcher of watchers) watcher.leave()
})

/** Kills one worker and expects its watchers, and no others, to be able to come back to the same address. */
async function resumeAfterKill(shop: ShopProcess, { watchers, showId }: { watchers: Watcher[]; showId: number }) {
  const ended: Watcher[] = []
  for (const watcher of watchers) void watcher.ended.then(() => ended.push(watcher))
  process.kill(workersOf(shop)[0] ?? 0, 'SIGKILL')
  await expect.poll(() => ended.length).toBeGreaterThan(1)
  expect(ended.length).toBeLessThan(watchers.length)
  for (const watcher of ended) {
    const back = await watch(shop.url, showId, { lastEventId: watcher.events.at(-1)?.id })
    expect((await back.hears(() => true)).name).toBe('reset')
    back.leave()
  }
  await expect.poll(() => readMetrics(shop)).toMatch(/^foyer_worker_restarts_total 1$/m)
}

test('loses no confirmed order when workers die under load, and replaces them', { timeout: TIMEOUT_MS }, async () => {
  const kills = counts.workerKills
  const { shop, faults, bought } = await rushWithKills('killed workers', { kills })
  expect(faults).toEqual([])
  expect(bought).toBeGreaterThan(kills)
  await expect.poll(() => workersOf(shop), { timeout: REPLACED_WITHIN_MS }).toHaveLength(WORKERS)
})

// Control: the checks above detect a shop without the safeguard.

test(
  'control: a killed worker loses orders that are confirmed before the commit',
  { timeout: TIMEOUT_MS },
  async () => {
    const isLost = await showsWithinTries(async () => {
      const { faults } = await rushWithKills('killed workers, hasty', { kills: 2, mutant: 'answer before the commit' })
      return faults.length > 0
    })
    expect(isLost).toBe(true)
  },
)
