import { expect, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Random } from '#server/demo/random.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type Call, type HttpClient, httpClientAt, nextAddress } from './http-client.ts'
import { seededRandomFor } from './seeded-random.ts'
import type { SourceMutant } from './source-mutant.ts'
import { closedLoop, noTraffic, openLoop, percentile, statusesOf, type Traffic, visit } from './traffic.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const CUSTOMERS_PER_SECOND = 20
const ABUSE_PER_SECOND = 500
// On a machine where 20 customers a second are more than this share of what it can serve, both rates are reduced.
const MOST_SHARE_OF_CAPACITY = 0.25
const CAPACITY_MS = 10_000
const NETWORKS_OF_BOTS = 8
const GOAL_MS = 200
// A slow machine needs longer for the same work, also without bots.
const GOAL_TIMES_ALONE = 3
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }

type Abuse = { path: string } & Call

/** Requests of bots: guesses, forgeries, junk, and reads that cost the database work. */
function abuseOf(random: Random, { showId, seatingPlanId, seatIds }: Show): Abuse {
  const guess = { email: `guest${random.whole(1, 100_000)}@foyer.example`, password: 'guessed' }
  const forged = { authorization: `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.` }
  return random.pick<Abuse>([
    { path: '/authentication', method: 'POST', body: guess },
    { path: '/password-resets', method: 'POST', body: { email: guess.email } },
    { path: '/users/detail', headers: forged },
    { path: '/tickets', method: 'POST', body: toReserve(showId, seatIds).body },
    { path: '/orders', method: 'POST', body: { nothing: 'expected'.repeat(1_000) } },
    { path: `/events?description=${guess.password}${random.whole(1, 1_000)}` },
    { path: `/tickets/reservations?seatingPlanId=${seatingPlanId}&eventShowId=${showId}` },
  ])
}

type Run = { rig: TwoServerRig; show: Show; buyers: readonly Buyer[]; random: Random; pace: number }

/** Lets customers arrive at a rate, and bots beside them. Returns the traffic of the customers. */
async function serve({ rig, show, buyers, random, pace }: Run, bots: readonly HttpClient[]): Promise<Traffic> {
  const traffic = noTraffic()
  const forMs = counts.botSeconds * 1_000
  const answers = new Map<number, number>()
  const abuse = async (index: number) => {
    const { path, ...call } = abuseOf(random, show)
    const bot = bots[index % bots.length]
    const { status } = (await bot?.(random.pick(rig.urls) + path, call).catch(() => undefined)) ?? { status: 0 }
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  const loops = await Promise.all([
    openLoop(
      (index) => visit(buyers[index % buyers.length] as Buyer, { urls: rig.urls, show, random, traffic }),
      CUSTOMERS_PER_SECOND * pace,
      forMs,
    ),
    ...(bots.length > 0 ? [openLoop(abuse, ABUSE_PER_SECOND * pace, forMs)] : []),
  ])
  await Promise.all(loops.map(({ settled }) => settled))
  if (bots.length > 0) say(`the bots got ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  return traffic
}

const say = (text: string) => process.stdout.write(`bots: ${text}\n`)
const p95Of = ({ exchanges }: Traffic) =>
  percentile(
    exchanges.map(({ ms }) => ms),
    95,
  )

/** Measures the customers alone and beside bots: the 95th percentiles of their requests, and failed requests. */
async function measure(sourceMutant?: SourceMutant) {
  const rig = await startTwoServerRig({ settings, ...(sourceMutant ? { sourceMutant } : {}) })
  const show = await givenShow(rig.db, { seats: 200, standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, 200)
  const random = seededRandomFor('bots')('all')
  const { trips } = await closedLoop(buyers.slice(0, 16), CAPACITY_MS, { urls: rig.urls, show, random })
  const capacity = (trips.length * 1_000) / CAPACITY_MS
  const pace = Math.min(1, (capacity * MOST_SHARE_OF_CAPACITY) / CUSTOMERS_PER_SECOND)
  const run = { rig, show, buyers, random, pace }
  const bots = Array.from({ length: NETWORKS_OF_BOTS }, () => httpClientAt(nextAddress()))
  const alone = await serve(run, [])
  const beside = await serve(run, bots)
  say(
    `${(CUSTOMERS_PER_SECOND * pace).toFixed(1)} customers of at most ${capacity.toFixed(1)} and ${(ABUSE_PER_SECOND * pace).toFixed(0)} abusive requests a second; customers alone ${p95Of(alone).toFixed(0)} ms (95 %), beside bots ${p95Of(beside).toFixed(0)} ms; ${statusesOf(beside)}`,
  )
  return { rig, aloneMs: p95Of(alone), besideMs: p95Of(beside), beside }
}

test(
  'serves customers without errors and about as fast beside 500 abusive requests a second',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { rig, aloneMs, besideMs, beside } = await measure()
    expect(beside.exchanges.filter(({ status }) => status >= 400 || status === 0)).toEqual([])
    expect(beside.trips.filter(({ isBought }) => !isBought)).toEqual([])
    expect(besideMs).toBeLessThanOrEqual(Math.max(GOAL_MS, GOAL_TIMES_ALONE * aloneMs))
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the check above detects a shop without the safeguard.

test('control: bots slow customers without turns of client networks', { timeout: TIMEOUT_MS }, async () => {
  const { aloneMs, besideMs } = await measure('no turns of client networks')
  expect(besideMs).toBeGreaterThan(Math.max(GOAL_MS, GOAL_TIMES_ALONE * aloneMs))
})
