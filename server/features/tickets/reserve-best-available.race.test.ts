import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import type { Ticket } from '#contract/tickets.ts'
import { bestAvailable } from '#domain/best-available/best-available.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { readSeatingPlan } from '#server/features/seating/read-seating-plan.ts'
import { httpClientAt } from '#server/promises/http-client.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
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

test('leaves room to other customers who write while many wait for the places of one show', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const sendAs = async (user: UserId | undefined, from: string, path: string, call: { method: string; body: object }) =>
    httpClientAt(from)(`http://127.0.0.1:${port}/api/v1${path}`, {
      ...call,
      headers: { authorization: `Bearer ${await shop.tokenOf(user as UserId)}` },
    })
  const [visitor, ...crowd] = buyers.slice(0, 11)
  const waiting = await shop.owner.transaction().execute(async (tx) => {
    await sql`select from event_shows where id = ${showId} for update`.execute(tx)
    // More than may write at once, of networks that keep to their share.
    const sent = crowd.map((user, index) =>
      sendAs(user, `127.0.2.${1 + (index % 2)}`, '/tickets/best-available', {
        method: 'POST',
        body: { eventShowId: showId, quantity: 2 },
      }),
    )
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    const name = { firstName: 'Ada', lastName: 'Visitor', address: '' }
    const answer = await sendAs(visitor, '127.0.2.9', '/users', { method: 'PATCH', body: name })
    expect(answer.status).toBe(200)
    return sent
  })
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(201)
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
