import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { openLanes } from '#server/db/connection-shares.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { APART } from '#server/db/customer-batch.ts'
import { waitForUsers } from '#server/db/show-turns.sql.ts'
import { randomFrom } from '#server/demo/random.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { reserveTickets } from './reserve-tickets.ts'
import { type ReserveTogether, reservingTogether } from './reserve-together.ts'

const SHOWS = 6
const SEATS = 12
const CUSTOMERS = 240

let shop: TestShop
let otherDb: Db
let together: ReserveTogether
const users: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop()
  otherDb = connect(shop.databaseUrl)
  together = reservingTogether(shop.context)
  for (let count = 0; count < CUSTOMERS; count += 1) users.push(await givenUser(shop.db))
})
afterAll(async () => {
  await otherDb.destroy()
  await shop.close()
})

/** Reserves places of a show for a customer. Returns the places, or the code of a refusal. */
async function reserve(user: number, { showId }: Pick<Show, 'showId'>, placeIds: readonly PlaceId[]) {
  const request = { userId: users[user] as UserId, isAdmin: false, showId, placeIds, clientNetwork: null }
  const answer = await together({ ...request, request, idempotencyKey: undefined }).catch(
    ({ code }: { code?: string }) => code,
  )
  if (answer === APART || answer === undefined || typeof answer === 'string') return answer
  return answer.elements.map(({ placeId }) => placeId)
}

/** Creates another show with the seating plan of a show. */
async function givenShowLike({ showId }: Show): Promise<Pick<Show, 'showId'>> {
  const columns = ['name', 'event_id', 'artist_id', 'location_id', 'seating_plan_id', 'ends_at', 'price'] as const
  const { id } = await shop.db
    .insertInto('event_shows')
    .columns([...columns, 'starts_at', 'vat_percent'])
    .expression((from) =>
      from
        .selectFrom('event_shows')
        .select([...columns, 'starts_at', 'vat_percent'])
        .where('id', '=', showId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { showId: id }
}

test('decides requests for several shows in one batch, also for the same places and for those of another plan', async () => {
  const show = await givenShow(shop.db, { seats: 2, standing: 1 })
  const late = await givenShowLike(show)
  const elsewhere = await givenShow(shop.db, { seats: 1 })
  const [first, second] = show.seatIds as [PlaceId, PlaceId]
  const decided = await Promise.all([
    reserve(0, show, [first, show.standingPlaceId]),
    reserve(1, late, [first, show.standingPlaceId]),
    reserve(2, late, [second, first]),
    reserve(3, show, [second]),
    reserve(4, elsewhere, [second]),
    reserve(5, elsewhere, elsewhere.seatIds),
    reserve(6, { showId: 0 as ShowId }, [first]),
    reserve(7, show, [show.standingPlaceId]),
  ])
  expect(decided).toEqual([
    [first, show.standingPlaceId],
    [first, show.standingPlaceId],
    'seats_taken',
    [second],
    'places_not_bookable',
    elsewhere.seatIds,
    'not_found',
    'standing_full',
  ])
  await expectCleanBooks(shop.db)
})

test('lets a crowd wait for a show that is being changed, without those who reserve at other shows', async () => {
  const [changed, other] = [await givenShow(shop.db, { seats: 40 }), await givenShow(shop.db, { seats: 40 })]
  const reserveEach = ({ seatIds, ...show }: Show, from: number) =>
    seatIds.map((seat, at) => reserve(from + at, show, [seat]))
  const waiting = await otherDb.transaction().execute(async (tx) => {
    await waitForUsers(tx, changed.showId)
    const crowd = reserveEach(changed, 0)
    await expect.poll(() => countWaiting(shop.owner)).toBe(1)
    const others = await Promise.all(reserveEach(other, 40))
    expect(others).toEqual(other.seatIds.map((seat) => [seat]))
    expect(await countWaiting(shop.owner)).toBe(1)
    return { crowd }
  })
  expect(await Promise.all(waiting.crowd)).toEqual(changed.seatIds.map((seat) => [seat]))
})

/** Returns the number of deadlocks that connections have met which are closed by now. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(shop.owner)
  return rows[0]?.deadlocks ?? 0
}

test('sells each seat of several shows once and without deadlocks, when two servers reserve them in any order', async () => {
  const shows = await Promise.all(Array.from({ length: SHOWS }, () => givenShow(shop.db, { seats: SEATS })))
  const random = randomFrom('orders')
  const servers = Array.from({ length: 2 }, () => {
    const context = { ...shop.context, db: connect(shop.databaseUrl), lanes: openLanes(shop.context.settings) }
    return { context, together: reservingTogether(context) }
  })
  const outcomes = await race(CUSTOMERS, async (index) => {
    const { context, together } = servers[index % 2] as (typeof servers)[number]
    const { showId, seatIds } = random.pick(shows)
    const placeIds = [...new Set([random.pick(seatIds), random.pick(seatIds), random.pick(seatIds)])]
    const asked = { userId: users[index] as UserId, showId, placeIds, network: 'home' }
    return reserveTickets(context, asked, together, (work) => work()).catch(({ code }: { code?: string }) => code)
  })
  const refusals = outcomes.filter((outcome) => typeof outcome === 'string')
  const sold = outcomes.flatMap((outcome) => (typeof outcome === 'object' ? outcome.elements : []))
  expect(new Set(refusals)).toEqual(new Set(['seats_taken']))
  expect(outcomes).not.toContain(undefined)
  expect(new Set(sold.map(({ placeId }) => placeId)).size).toBe(sold.length)
  expect(sold.length).toBeGreaterThan((SHOWS * SEATS) / 2)
  await expectCleanBooks(shop.db)
  await Promise.all(servers.map(({ context }) => context.db.destroy()))
  expect(await countDeadlocks()).toBe(0)
})
