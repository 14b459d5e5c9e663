import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { selectViolations } from '#server/db/audit.sql.ts'

let shop: TestShop
const buyers: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS: '1000' })
  for (let count = 0; count < 200; count += 1) {
    const buyer = await givenUser(shop.db)
    buyers.push(buyer)
    await shop.ask('GET', '/users/tickets', { as: buyer })
  }
})
afterAll(() => shop.close())

function reserve(as: UserId | undefined, showId: number, places: readonly number[]) {
  return shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
}

test('sells one seat to one of 200 buyers and refuses 199 with a sentence', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 1 })
  const replies = await race(200, (index) => reserve(buyers[index], showId, seatIds))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  const refusals = replies.filter(({ statusCode }) => statusCode === 409)
  expect(refusals).toHaveLength(199)
  expect(new Set(refusals.map(({ body }) => body))).toEqual(
    new Set(['Stalls, row A, seat 1 was just taken by someone else.']),
  )
  await expectCleanBooks(shop.db)
})

test('sells the last 50 standing places to 50 of 200 buyers', async () => {
  const { showId, standingPlaceId } = await givenShow(shop.db, { standing: 50 })
  const replies = await race(200, (index) => reserve(buyers[index], showId, [standingPlaceId]))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50)
  expect(replies.filter(({ body }) => body === 'Not enough standing places left')).toHaveLength(150)
  await expectCleanBooks(shop.db)
})

test('never deadlocks buyers of overlapping seats in any order', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 12, standing: 30 })
  const replies = await race(200, (index) => {
    const first = index % 12
    const wanted = [seatIds[first], seatIds[(first + 5) % 12], seatIds[(first + 7) % 12]].map((id) => id ?? 0)
    return reserve(buyers[index], showId, index % 2 ? wanted : [standingPlaceId, ...wanted.toReversed()])
  })
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(replies.some(({ statusCode }) => statusCode === 201)).toBe(true)
  await expectCleanBooks(shop.db)
})

test('lets 200 buyers take over expired reservations without selling a place twice', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 10, standing: 10 })
  const wanted = [...seatIds, ...seatIds.map(() => standingPlaceId)]
  await reserve(buyers[0], showId, wanted)
  await sql`update tickets set reserved_until = shop_now() - interval '1 second' where event_show_id = ${showId}`.execute(
    shop.db,
  )
  const replies = await race(200, (index) =>
    reserve(buyers[index], showId, [seatIds[index % 10] ?? 0, standingPlaceId]),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  await expectCleanBooks(shop.db)
})

// Controls: without the guards, the same races must oversell. This proves that the tests above can fail.

test('control: without the unique index, a seat is sold more than once', async () => {
  const unguarded = await openTestShop()
  try {
    await sql`drop index tickets_one_holder`.execute(unguarded.owner)
    const { showId, seatIds } = await givenShow(unguarded.db, { seats: 1 })
    // `on conflict` needs that index, so these buyers do what a naive shop would: read first, then write.
    const views = await race(20, async () => {
      const buyer = await givenUser(unguarded.db)
      const taken = await unguarded.db.selectFrom('tickets').select('id').where('event_show_id', '=', showId).execute()
      return { buyer, isFree: taken.length === 0 }
    })
    await race(20, async (index) => {
      const view = views[index]
      if (view?.isFree) await insertReservation(unguarded, { showId, seatIds, buyer: view.buyer })
    })
    expect((await selectViolations(unguarded.db)).map(({ rule }) => rule)).toContain('a place is held once')
  } finally {
    await unguarded.close()
  }
})

type NaiveReservation = { showId: ShowId; seatIds: PlaceId[]; buyer: UserId }

async function insertReservation({ db }: TestShop, { showId, seatIds, buyer }: NaiveReservation): Promise<void> {
  await db
    .insertInto('tickets')
    .values(
      seatIds.map((id) => ({
        event_show_id: showId,
        place_id: id,
        place_type: 'SITTING' as const,
        user_id: buyer,
        state: 'RESERVED' as const,
        price: cents(100),
        reserved_at: new Date(),
        reserved_until: new Date(Date.now() + 60_000),
      })),
    )
    .execute()
}

test('control: counting and writing in separate statements exceed the capacity of a standing place', async () => {
  const unguarded = await openTestShop()
  try {
    await sql`alter table standing_occupancies drop constraint standing_capacity_kept`.execute(unguarded.owner)
    const { showId, standingPlaceId } = await givenShow(unguarded.db, { standing: 5 })
    const buyer = await givenUser(unguarded.db)
    const place = { event_show_id: showId, place_id: standingPlaceId }
    await unguarded.db
      .insertInto('standing_occupancies')
      .values({ ...place, capacity: 5, occupied: 0 })
      .execute()
    const views = await race(20, () =>
      unguarded.db
        .selectFrom('standing_occupancies')
        .select('occupied')
        .where('event_show_id', '=', showId)
        .executeTakeFirstOrThrow(),
    )
    await race(20, async (index) => {
      const { occupied } = views[index] ?? { occupied: 5 }
      if (occupied === 5) return
      await unguarded.db
        .updateTable('standing_occupancies')
        .set({ occupied: occupied + 1 })
        .where('event_show_id', '=', showId)
        .execute()
      await unguarded.db
        .insertInto('tickets')
        .values({
          ...place,
          place_type: 'STANDING',
          user_id: buyer,
          state: 'RESERVED',
          price: cents(100),
          reserved_at: new Date(),
          reserved_until: new Date(Date.now() + 60_000),
        })
        .execute()
    })
    expect((await selectViolations(unguarded.db)).map(({ rule }) => rule)).toContain(
      'a standing place is never over its capacity',
    )
  } finally {
    await unguarded.close()
  }
})
