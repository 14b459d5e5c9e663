import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import type { Ticket } from '#contract/tickets.ts'
import { bestAvailable } from '#domain/best-available/best-available.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { readSeatingPlan } from '#server/features/seating/read-seating-plan.ts'
import { givenShowInHall } from '#server/testing/given-hall.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { planSeatsOf } from './plan-seats.ts'

const PARTIES = 50
const SINGLE_BUYERS = 40
const SEATS = 200
const SEATS_PER_ROW = 10

let shop: TestShop
const buyers: UserId[] = []
beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS: '1000' })
  for (let count = 0; count < PARTIES + SINGLE_BUYERS; count += 1) {
    const buyer = await givenUser(shop.db)
    buyers.push(buyer)
    await shop.ask('GET', '/users/tickets', { as: buyer })
  }
})
afterAll(() => shop.close())

/** Returns sizes from one to six, 173 people in all. */
const sizeOf = (party: number) => ((party * 5) % 6) + 1

function reserve(as: UserId | undefined, showId: ShowId, places: readonly number[]) {
  return shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
}

type Reply = Awaited<ReturnType<typeof reserve>>
const wonBy = (reply: Reply): Ticket[] => (reply.statusCode === 201 ? reply.json().elements : [])

test('seats 50 parties together while room is left, as others take single seats', async () => {
  const { showId, seatIds, seatingPlanId } = await givenShowInHall(shop.owner)
  // Closes the standing sector, so that parties without seats are refused.
  await shop.owner
    .updateTable('sectors')
    .set({ is_available: false })
    .where('name', '=', 'Floor')
    .where('seating_plan_id', '=', seatingPlanId)
    .execute()
  const replies = await race(PARTIES + SINGLE_BUYERS, (index) =>
    index < PARTIES
      ? shop.ask('POST', '/tickets/best-available', {
          as: buyers[index],
          body: { eventShowId: showId, quantity: sizeOf(index) },
        })
      : reserve(buyers[index], showId, [seatIds[(index - PARTIES) * 5] ?? 0]),
  )
  const tickets = replies.flatMap(wonBy)
  expect(replies.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 409)).toEqual([])
  expect(new Set(tickets.map(({ placeId }) => placeId)).size).toBe(tickets.length)
  await expectCleanBooks(shop.db)

  const left = SEATS - tickets.length
  for (const [party, reply] of replies.slice(0, PARTIES).entries()) {
    const won = wonBy(reply)
    if (won.length === 0) {
      expect(reply.headers['x-problem']).toBe('not_enough_places')
      expect(sizeOf(party)).toBeGreaterThan(left)
      continue
    }
    expect(won).toHaveLength(sizeOf(party))
    if (isTogether(won, seatIds)) continue
    const before = tickets.filter(({ id }) => id < Math.min(...won.map(({ id }) => id)))
    expect(longestRun(before, seatIds)).toBeLessThan(won.length)
  }
})

test('control: parties that choose only once are refused, although seats are left', async () => {
  const { showId, seatIds, seatingPlanId } = await givenShowInHall(shop.owner)
  const columns = columnsOf(await readSeatingPlan(shop.db, seatingPlanId))
  const plan = planSeatsOf({ plan: columns, standing: [], eventType: 'THEATRE' })
  const replies = await race(PARTIES, (party) => {
    const best = bestAvailable(plan.seating, plan.capacities, { tickets: sizeOf(party), sectors: [true, true] })
    return reserve(buyers[party], showId, best?.places.map((index) => Number(plan.placeIds[index])) ?? [])
  })
  const left = seatIds.length - replies.flatMap(wonBy).length
  expect(replies.some(({ statusCode }, party) => statusCode === 409 && sizeOf(party) <= left)).toBe(true)
})

function isTogether(won: readonly Ticket[], seatIds: readonly number[]): boolean {
  const seats = won.map(({ placeId }) => seatIds.indexOf(placeId)).toSorted((a, b) => a - b)
  const [first = -1] = seats
  const last = seats.at(-1) ?? -1
  return last - first === won.length - 1 && Math.floor(first / SEATS_PER_ROW) === Math.floor(last / SEATS_PER_ROW)
}

function longestRun(taken: readonly Ticket[], seatIds: readonly number[]): number {
  const held = new Set(taken.map(({ placeId }) => placeId))
  let longest = 0
  let run = 0
  for (const [at, id] of seatIds.entries()) {
    run = held.has(id) ? 0 : at % SEATS_PER_ROW === 0 ? 1 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}
