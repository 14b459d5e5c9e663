import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { joinShop, leaveShop } from './processor-halves.sql.ts'
import { vacuumEachMinute } from './vacuum-each-minute.sql.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'
import { closedLoop, noTraffic, openLoop, percentile, statusesOf, type Traffic, visit } from './traffic.ts'
import { startTwoServerRig } from './two-server-rig.ts'

/** Enough that nobody comes again before the last visit has ended. */
const CUSTOMERS = 4_000
const OVERLOAD = 3
const MEASURE_MS = 15_000
const REFUSED_WITHIN_MS = 100
const NORMAL_WITHIN_MS = 5_000
const PROBE_EACH_MS = 100
const PROBES_IN_TURN = 10
const MOST_CONTROL_SECONDS = 60
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }

const boughtIn = ({ trips }: Traffic) => trips.filter(({ isBought }) => isBought).length
const answeredIn = ({ exchanges }: Traffic) => exchanges.filter(({ status }) => status === 200 || status === 201).length
const say = (text: string) => process.stdout.write(`overload: ${text}\n`)

type Rate = { orders: number; answers: number }
const rateOf = (traffic: Traffic, forMs: number): Rate => ({
  orders: (boughtIn(traffic) * 1_000) / forMs,
  answers: (answeredIn(traffic) * 1_000) / forMs,
})

/** Measures the peak of a shop's sales, then sends three times as many customers. */
async function overload(seconds: number, sourceMutant?: SourceMutant) {
  joinShop()
  const rig = await startTwoServerRig({ settings, ...(sourceMutant ? { sourceMutant } : {}) })
  onTestFinished(await leaveShop(rig.db))
  const random = seededRandomFor('overload')('customers')
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, CUSTOMERS)
  await vacuumEachMinute(rig.owner)
  const trip = { urls: rig.urls, show, random }
  const calm = await closedLoop(buyers.slice(0, 1), MEASURE_MS / 3, trip)
  const calmMs = percentile(
    calm.trips.map(({ ms }) => ms),
    95,
  )

  let peak: Rate = { orders: 0, answers: 0 }
  for (const customers of [8, 32, 128, 256]) {
    const traffic = await closedLoop(buyers.slice(0, customers), MEASURE_MS, trip)
    const rate = rateOf(traffic, MEASURE_MS)
    say(`${customers} customers at once order ${rate.orders.toFixed(1)} times a second; ${statusesOf(traffic)}`)
    if (rate.orders > peak.orders) peak = rate
  }

  const traffic = noTraffic()
  const start = (index: number) => visit(buyers[index % CUSTOMERS] as Buyer, { ...trip, traffic })
  const { lastAt, settled } = await openLoop(start, peak.orders * OVERLOAD, seconds * 1_000)
  const goodput = rateOf(traffic, seconds * 1_000)
  const recoveredMs = await timeUntilNormal(lastAt, async (index) => {
    const probe = noTraffic()
    await visit(buyers[index % CUSTOMERS] as Buyer, { ...trip, traffic: probe })
    return probe.trips.every(({ isBought, ms }) => isBought && ms < Math.max(1_000, calmMs * 4))
  })
  await settled

  const refusals = traffic.exchanges.filter(({ status }) => status === 503)
  const refusedMs = refusals.map(({ ms }) => ms)
  const [median = 0, p95 = 0, p99 = 0] = [50, 95, 99].map((percent) => percentile(refusedMs, percent))
  say(`peak ${peak.orders.toFixed(1)} orders and ${peak.answers.toFixed(0)} answers a second`)
  say(
    `at ${OVERLOAD} times as many customers ${share(goodput.orders, peak.orders)} of its orders and ${share(goodput.answers, peak.answers)} of its answers; ${statusesOf(traffic)}`,
  )
  say(
    `refused after ${median.toFixed(0)} ms (median), ${p95.toFixed(0)} ms (95 %), ${p99.toFixed(0)} ms (99 %); normal after ${Math.round(recoveredMs)} ms`,
  )
  return { rig, traffic, refusals, refusedMs: p95, goodput: goodput.orders / peak.orders, recoveredMs }
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`

/** Sends a customer each tenth of a second. Returns the time until ten visits in turn began that were normal. */
async function timeUntilNormal(from: number, isNormal: (index: number) => Promise<boolean>): Promise<number> {
  const probes: { startedAt: number; isNormal: boolean }[] = []
  for (;;) {
    const probe = { startedAt: performance.now(), isNormal: false }
    probes.push(probe)
    void isNormal(probes.length).then((normal) => {
      probe.isNormal = normal
    })
    await wait(PROBE_EACH_MS)
    const first = probes.findIndex((_, at) => at + PROBES_IN_TURN <= probes.length && areNormal(probes, at))
    if (first >= 0) return (probes[first]?.startedAt ?? from) - from
  }
}

const areNormal = (probes: readonly { isNormal: boolean }[], from: number) =>
  probes.slice(from, from + PROBES_IN_TURN).every(({ isNormal }) => isNormal)

test(
  'keeps selling at three times its capacity, refuses at once, and recovers in seconds',
  { timeout: TIMEOUT_MS },
  async () => {
    const { rig, traffic, refusals, refusedMs, goodput, recoveredMs } = await overload(counts.overloadSeconds)
    expect(traffic.exchanges.filter(({ status }) => status === 0 || status === 500)).toEqual([])
    expect(refusals.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
    expect(refusedMs).toBeLessThanOrEqual(REFUSED_WITHIN_MS)
    expect(goodput).toBeGreaterThanOrEqual(0.8)
    expect(recoveredMs).toBeLessThanOrEqual(NORMAL_WITHIN_MS)
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Controls: the checks above detect a shop without one of the safeguards.

test('control: a shop that works on all requests at once refuses late', { timeout: TIMEOUT_MS }, async () => {
  const seconds = Math.min(MOST_CONTROL_SECONDS, counts.overloadSeconds)
  const { refusedMs, goodput } = await overload(seconds, 'no turns of the shop')
  expect(refusedMs > REFUSED_WITHIN_MS || goodput < 0.8).toBe(true)
})

test('control: a shop that decides each request by chance sells less', { timeout: TIMEOUT_MS }, async () => {
  const { goodput } = await overload(Math.min(MOST_CONTROL_SECONDS, counts.overloadSeconds), 'no luck')
  expect(goodput).toBeLessThan(0.8)
})
