import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Random } from '#server/demo/random.ts'
import { givenShow, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type Call, httpClientAt, nextAddress } from './http-client.ts'
import { joinShop, leaveShop } from './processor-halves.sql.ts'
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
// Flooding networks send searches on many connections, each as soon as the one before was answered.
const FLOODING_NETWORKS = 2
const CONNECTIONS_OF_FLOOD = 200
const GOAL_MS = 200
const GOAL_IN_FLOOD_MS = 1_000
// A slow machine needs longer for the same work, also without bots.
const GOAL_TIMES_ALONE = 3
const GOAL_IN_FLOOD_TIMES_ALONE = 10
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

/** Lets customers arrive at a rate beside abuse, which begins now and goes on until `isOver`. Returns their traffic. */
async function serve({ rig, show, buyers, random, pace }: Run, abuse: Abuser = () => undefined): Promise<Traffic> {
  const traffic = noTraffic()
  let hasEnded = false
  const abused = abuse(() => hasEnded)
  const visitOf = (index: number) =>
    visit(buyers[index % buyers.length] as Buyer, { urls: rig.urls, show, random, traffic })
  const { settled } = await openLoop(visitOf, CUSTOMERS_PER_SECOND * pace, counts.botSeconds * 1_000)
  await settled
  hasEnded = true
  await abused
  return traffic
}

/** Abuses the shop until `isOver`. */
type Abuser = (isOver: () => boolean) => Promise<unknown> | undefined

/** Sends requests of many kinds at a rate. */
function botsAt({ rig, show, random, pace }: Run): Abuser {
  const bots = Array.from({ length: NETWORKS_OF_BOTS }, () => httpClientAt(nextAddress()))
  const answers = new Map<number, number>()
  const send = async (index: number) => {
    const { path, ...call } = abuseOf(random, show)
    const bot = bots[index % bots.length]
    const { status } = (await bot?.(random.pick(rig.urls) + path, call).catch(() => undefined)) ?? { status: 0 }
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  return async () => {
    const { settled } = await openLoop(send, ABUSE_PER_SECOND * pace, counts.botSeconds * 1_000)
    await settled
    say(`the bots got ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  }
}

/** Keeps many connections busy without a pause, in a process whose work does not delay the customers of this one. */
function floodAt({ rig }: Run): Abuser {
  return async (isOver) => {
    const addresses = Array.from({ length: FLOODING_NETWORKS }, nextAddress)
    const flood = fork(new URL('flood.ts', import.meta.url), [
      JSON.stringify({ urls: rig.urls, addresses, connections: CONNECTIONS_OF_FLOOD }),
    ])
    const ended = once(flood, 'exit')
    while (!isOver()) await wait(100)
    flood.kill()
    await ended
  }
}

const say = (text: string) => process.stdout.write(`bots: ${text}\n`)
const p95Of = ({ exchanges }: Traffic) =>
  percentile(
    exchanges.map(({ ms }) => ms),
    95,
  )

/** Starts a shop, and reduces the rates of customers and bots to what it can serve. */
async function startRun(sourceMutant?: SourceMutant): Promise<Run> {
  joinShop()
  const rig = await startTwoServerRig({ settings, ...(sourceMutant ? { sourceMutant } : {}) })
  onTestFinished(await leaveShop(rig.db))
  const show = await givenShow(rig.db, { seats: 200, standing: 10_000_000 })
  const buyers = await givenBuyers(rig.db, 200)
  const random = seededRandomFor('bots')('all')
  const { trips } = await closedLoop(buyers.slice(0, 16), CAPACITY_MS, { urls: rig.urls, show, random })
  const capacity = (trips.length * 1_000) / CAPACITY_MS
  const pace = Math.min(1, (capacity * MOST_SHARE_OF_CAPACITY) / CUSTOMERS_PER_SECOND)
  const [customers, abuse] = [CUSTOMERS_PER_SECOND * pace, ABUSE_PER_SECOND * pace]
  say(
    `${customers.toFixed(1)} customers of at most ${capacity.toFixed(1)} and ${abuse.toFixed(0)} abusive requests a second`,
  )
  return { rig, show, buyers, random, pace }
}

const failuresIn = ({ exchanges, trips }: Traffic) => [
  ...exchanges.filter(({ status }) => status >= 400 || status === 0),
  ...trips.filter(({ isBought }) => !isBought),
]

/** Tells whether customers beside a flood are served without errors and in time. */
async function isServedInFlood(run: Run, aloneMs: number): Promise<boolean> {
  const traffic = await serve(run, floodAt(run))
  const [ms, goalMs] = [p95Of(traffic), Math.max(GOAL_IN_FLOOD_MS, GOAL_IN_FLOOD_TIMES_ALONE * aloneMs)]
  say(`customers beside a flood ${ms.toFixed(0)} ms (95 %), at most ${goalMs.toFixed(0)} ms; ${statusesOf(traffic)}`)
  return failuresIn(traffic).length === 0 && ms <= goalMs
}

test(
  'serves customers without errors and about as fast beside 500 abusive requests a second, and in time in a flood',
  { timeout: TIMEOUT_MS },
  async () => {
    const run = await startRun()
    const aloneMs = p95Of(await serve(run))
    const beside = await serve(run, botsAt(run))
    say(
      `customers alone ${aloneMs.toFixed(0)} ms (95 %), beside bots ${p95Of(beside).toFixed(0)} ms; ${statusesOf(beside)}`,
    )
    expect(await isServedInFlood(run, aloneMs)).toBe(true)
    expect(failuresIn(beside)).toEqual([])
    expect(p95Of(beside)).toBeLessThanOrEqual(Math.max(GOAL_MS, GOAL_TIMES_ALONE * aloneMs))
    expect(await selectViolations(run.rig.db)).toEqual([])
  },
)

// Control: the check above detects a shop without the safeguard.

test('control: a flood delays customers without turns of client networks', { timeout: TIMEOUT_MS }, async () => {
  const run = await startRun('no turns of client networks')
  expect(await isServedInFlood(run, p95Of(await serve(run)))).toBe(false)
})
