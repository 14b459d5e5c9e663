import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { countDeadlocks } from '#server/testing/connections.sql.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, untilServed } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const SEATS = 500
const BUYERS = 64
const settings = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }

/**
 * A held seat, from the earliest possible start (the request) to the latest possible end (the answer to its
 * cancellation).
 */
type Hold = { userId: number; from: number; until: number }
type Refusal = { seats: number[]; from: number; until: number }
type History = { holds: Hold[][]; refusals: Refusal[]; statuses: Set<number> }

type Rush = { attempts: number; seats: number; random: (actor: number) => Random }

/** Lets buyers concurrently reserve one to four random seats at a time and cancel some. */
async function rush(rig: TwoServerRig, { attempts, seats, random }: Rush): Promise<History> {
  const buyers = await givenBuyers(rig.db, BUYERS)
  const { showId, seatIds } = await givenShow(rig.db, { seats })
  const history: History = { holds: seatIds.map(() => []), refusals: [], statuses: new Set() }
  await Promise.all(
    buyers.map((buyer, index) =>
      hunt(buyer, { rig, showId, seatIds, random: random(index), attempts: attempts / BUYERS, history }),
    ),
  )
  return history
}

type Hunt = {
  rig: TwoServerRig
  showId: number
  seatIds: readonly number[]
  random: Random
  attempts: number
  history: History
}

async function hunt(buyer: Buyer, { rig, showId, seatIds, random, attempts, history }: Hunt): Promise<void> {
  const held: { ticketId: number; hold: Hold }[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const url = random.pick(rig.urls)
    const from = performance.now()
    const given = random.share() < 0.3 ? held.pop() : undefined
    if (given) {
      const { status } = await untilServed(() => buyer.send(url, 'DELETE', `/tickets/${given.ticketId}`))
      history.statuses.add(status)
      given.hold.until = performance.now()
      continue
    }
    const wanted = new Set(Array.from({ length: random.whole(1, 4) }, () => random.pick(seatIds)))
    const body = { eventShowId: showId, seatingPlanPlaceIds: [...wanted] }
    const answer = await untilServed(() => buyer.send(url, 'POST', '/tickets', { body }))
    history.statuses.add(answer.status)
    if (answer.status !== 201) {
      history.refusals.push({ seats: seatsIn(answer.body), from, until: performance.now() })
      continue
    }
    for (const { id, placeId } of JSON.parse(answer.body).elements as { id: number; placeId: number }[]) {
      const hold = { userId: buyer.userId, from, until: Infinity }
      history.holds[seatIds.indexOf(placeId)]?.push(hold)
      held.push({ ticketId: id, hold })
    }
  }
}

/** Parses the seats of a refusal: "row A, seat 5", "seats 2, 4 and 7", "seats 5–8", "seats 1, 3 … 7". */
function seatsIn(sentence: string): number[] {
  return [...sentence.matchAll(/seats? (\d[^a-z.;]*(?:and \d+)?)/g)].flatMap(([, names = '']) => {
    const numbers = Array.from(names.matchAll(/\d+/g), ([number]) => Number(number) - 1)
    const [first = 0, second = 0] = numbers
    const last = numbers.at(-1) ?? first
    const step = names.includes('–') ? 1 : names.includes('…') ? second - first : 0
    return step === 0 ? numbers : Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step)
  })
}

/** Returns refusals that name no seat, or a seat without a possible holder during the request. */
function phantomRefusals({ holds, refusals }: History): Refusal[] {
  return refusals.filter(
    ({ seats, from, until }) =>
      seats.length === 0 || seats.some((seat) => !holds[seat]?.some((hold) => hold.from < until && from < hold.until)),
  )
}

/** Returns the final holders of all seats according to the answers and according to the database. */
async function holders(rig: TwoServerRig, { holds }: History) {
  const rows = await rig.db
    .selectFrom('tickets')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .select(['places.seat_number as seat', 'tickets.user_id as userId'])
    .execute()
  const answers = holds.flatMap((ofSeat, index) =>
    ofSeat.filter(({ until }) => until === Infinity).map(({ userId }) => `${index + 1}: ${userId}`),
  )
  return { answers: answers.toSorted(), kept: rows.map(({ seat, userId }) => `${seat}: ${userId}`).toSorted() }
}

test(
  'sells 500 hot seats to 64 buyers at two servers once each, without phantom refusals or deadlocks',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig({ settings })
    const history = await rush(rig, {
      attempts: counts.seatAttempts,
      seats: SEATS,
      random: seededRandomFor('hot seats'),
    })

    expect([...history.statuses].toSorted()).toEqual([201, 204, 409])
    expect(phantomRefusals(history)).toEqual([])
    const { answers, kept } = await holders(rig, history)
    expect(kept).toEqual(answers)
    expect(new Set(kept.map((line) => line.split(':')[0])).size).toBe(kept.length)
    expect(await selectViolations(rig.db)).toEqual([])
    expect(await countDeadlocks(rig.db)).toBe(0)
  },
)

// Controls: the checks above detect a shop without a safeguard.

test('control: a seat has two holders without the unique index', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ settings, mutant: 'look, then take the seat' })
  await sql`drop index tickets_one_holder`.execute(rig.owner)
  const isHeldTwice = await showsWithinTries(async () => {
    await rush(rig, { attempts: 640, seats: 20, random: seededRandomFor('hot seats without an index') })
    return (await selectViolations(rig.db)).some(({ rule }) => rule === 'a place is held once')
  })
  expect(isHeldTwice).toBe(true)
})

test('control: a leaked seat causes phantom refusals', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ settings })
  await sql`create function keep() returns trigger language plpgsql as 'begin return null; end'`.execute(rig.owner)
  await sql`create trigger keep before delete on tickets for each row execute function keep()`.execute(rig.owner)
  const isSeen = await showsWithinTries(async () => {
    const history = await rush(rig, { attempts: 640, seats: 20, random: seededRandomFor('leaking seats') })
    return phantomRefusals(history).length > 0
  })
  expect(isSeen).toBe(true)
})
