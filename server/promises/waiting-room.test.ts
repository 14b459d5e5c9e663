import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { burstOf } from '#domain/waiting-room.ts'
import type { Random } from '#server/demo/random.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toReserve, untilServed } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { seededRandomFor } from './seeded-random.ts'
import { type RigOptions, type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const rate = { peopleAMinute: Math.max(480, counts.peopleInLine * 4), automaticRate: 60 }
const LOOK_AGAIN_MS = 250
/** Nobody waits longer for a turn, unless the line forgot somebody. */
const GIVE_UP_MS = 60_000 + (counts.peopleInLine * 60_000) / rate.peopleAMinute
const FORGOTTEN = 0

type Visit = { number: number; sentAt: number; answeredAt: number }
type History = {
  visits: Visit[]
  /** Reservations by people who wait, with their statuses. */
  early: Set<number>
  /** Reservations by people with a pass. */
  inTurn: Set<number>
  /** The statuses of the requests for a place. `FORGOTTEN` for a turn that never came. */
  arrivals: Set<number>
}

/** Lets people arrive at both servers, wait, try to pass, and reserve in their turn. A server is killed meanwhile. */
async function queue(rig: TwoServerRig, people: number, random: Random): Promise<{ history: History; showId: ShowId }> {
  const { showId, standingPlaceId } = await givenShow(rig.db, { standing: 10 * people })
  await rig.owner
    .insertInto('waiting_rooms')
    .values({
      ...{ event_show_id: showId, mode: 'ALWAYS', people_a_minute: rate.peopleAMinute },
      ...{ automatic_rate: rate.automaticRate, credit: burstOf(rate), advanced_at: new Date() },
    })
    .execute()
  await rig.owner.updateTable('event_shows').set({ needs_pass: true }).where('id', '=', showId).execute()
  const history: History = { visits: [], early: new Set(), inTurn: new Set(), arrivals: new Set() }
  const buyers = await givenBuyers(rig.db, people)
  const { body } = toReserve(showId, [standingPlaceId])
  // The line breaks while a server is killed.
  const send = async (buyer: Buyer, method: string, path: string, said?: object) => {
    for (;;) {
      const url = random.pick(rig.urls)
      const answer = await untilServed(() => buyer.send(url, method, path, said)).catch(() => undefined)
      if (answer) return answer
      await wait(LOOK_AGAIN_MS)
    }
  }
  const hasPass = async (buyer: Buyer) => {
    const { body: text } = await send(buyer, 'POST', `/eventshows/${showId}/waiting-place`)
    return (JSON.parse(text) as { state: string }).state === 'ADMITTED'
  }
  const visit = async (buyer: Buyer) => {
    await wait(random.share() * 2_000)
    const giveUpAt = performance.now() + GIVE_UP_MS
    let isFirst = true
    for (;;) {
      const sentAt = performance.now()
      const { status, body: text } = await send(buyer, 'POST', `/eventshows/${showId}/waiting-place`)
      history.arrivals.add(status)
      if (status !== 200) return
      if (performance.now() > giveUpAt) return void history.arrivals.add(FORGOTTEN)
      const { state, number } = JSON.parse(text) as { state: string; number: number }
      if (isFirst) history.visits.push({ number, sentAt, answeredAt: performance.now() })
      isFirst = false
      if (state === 'ADMITTED') break
      if (random.share() < 0.3) {
        const { status: early } = await send(buyer, 'POST', '/tickets', { body })
        // The turn may have come meanwhile.
        if (early === 201 && (await hasPass(buyer))) history.inTurn.add(early)
        else history.early.add(early)
      }
      await wait(LOOK_AGAIN_MS)
    }
    history.inTurn.add((await send(buyer, 'POST', '/tickets', { body })).status)
  }
  const killing = wait(1_500).then(() => rig.killServer(0))
  await Promise.all([killing, ...buyers.map(visit)])
  return { history, showId }
}

/** Counts the pairs of people of whom the one was answered before the other asked, and has the larger number. */
function overtaken(visits: readonly Visit[]): number {
  return visits.reduce(
    (sum, one) => sum + visits.filter((other) => one.answeredAt < other.sentAt && one.number > other.number).length,
    0,
  )
}

/** Returns by how many the passes of any time exceed the rate and the burst. */
async function excessOf(rig: TwoServerRig, showId: ShowId): Promise<number> {
  const passes = await rig.db
    .selectFrom('waiting_places')
    .select('admitted_at as at')
    .where('event_show_id', '=', showId)
    .orderBy('number')
    .execute()
  const times = passes.flatMap(({ at }) => at?.getTime() ?? [])
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const excess = times.flatMap((from, first) =>
    times
      .slice(first)
      .map((until, index) => index + 1 - burstOf(rate) - ((until - from) * rate.peopleAMinute) / 60_000),
  )
  return Math.max(...excess)
}

const run = async (options: RigOptions, people: number) => {
  const rig = await startTwoServerRig(options)
  const { history, showId } = await queue(rig, people, seededRandomFor('waiting room')(0))
  return { rig, history, excess: await excessOf(rig, showId), overtakings: overtaken(history.visits) }
}

test(
  'admits people in their order and at the rate, at two servers of which one is killed, and nobody without a pass',
  { timeout: TIMEOUT_MS },
  async () => {
    const { rig, history, excess, overtakings } = await run({}, counts.peopleInLine)
    expect([...history.arrivals]).toEqual([200])
    const numbers = history.visits.map(({ number }) => number).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: counts.peopleInLine }, (_, index) => index + 1))
    expect(overtakings).toBe(0)
    expect([...history.early].filter((status) => status !== 429)).toEqual([])
    expect([...history.inTurn]).toEqual([201])
    // One person more, because an admission counts whole people.
    expect(excess).toBeLessThanOrEqual(1)
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Controls: the checks above detect a shop without the safeguards.

test('control: numbers given without a lock are given twice', { timeout: TIMEOUT_MS }, async () => {
  const { history } = await run({ sourceMutant: 'rooms not locked' }, 200)
  expect([...history.arrivals]).not.toEqual([200])
})

test('control: people without a pass reserve', { timeout: TIMEOUT_MS }, async () => {
  const { history } = await run({ sourceMutant: 'passes not asked for' }, 100)
  expect([...history.early]).toContain(201)
})

test('control: each server admits by a rate of its own', { timeout: TIMEOUT_MS }, async () => {
  const { excess } = await run({ sourceMutant: 'rate of each server' }, 200)
  expect(excess).toBeGreaterThan(1)
})
