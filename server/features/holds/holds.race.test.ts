import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

const PEOPLE = 16

let shop: TestShop
let holders: UserId[]
let buyers: UserId[]

beforeAll(async () => {
  shop = await openTestShop()
  holders = await Promise.all(Array.from({ length: PEOPLE }, () => givenUser(shop.db, { isStaff: true })))
  buyers = await Promise.all(Array.from({ length: PEOPLE }, () => givenUser(shop.db)))
})
afterAll(() => shop.close())

const placesOf = ({ seatIds, standingPlaceId }: Show) => [...seatIds, standingPlaceId]
const hold = (as: UserId | undefined, show: Show) =>
  shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as, body: { placeIds: placesOf(show), reason: 'Press' } })
const reserve = (as: UserId | undefined, show: Show) =>
  shop.ask('POST', '/tickets', { as, body: { eventShowId: show.showId, seatingPlanPlaceIds: placesOf(show) } })

/** Lets all holders and all buyers take the same places at once. Returns the number of those who got them. */
async function rush(show: Show): Promise<number> {
  const replies = await race(2 * PEOPLE, (index) =>
    index % 2 === 0 ? hold(holders[index / 2], show) : reserve(buyers[(index - 1) / 2], show),
  )
  for (const { statusCode } of replies) expect([201, 409]).toContain(statusCode)
  return replies.filter(({ statusCode }) => statusCode === 201).length
}

test('gives places to one of many holders and customers', async () => {
  for (let run = 0; run < 3; run++) {
    expect(await rush(await givenShow(shop.db, { seats: 3, standing: 1 }))).toBe(1)
  }
  await expectCleanBooks(shop.db)
})

test('gives places whose hold has just ended to one of many holders and customers', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 1 })
  const until = new Date(Date.now() + 60_000).toISOString()
  const body = { placeIds: placesOf(show), reason: 'Press', until }
  expect((await shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as: holders[0], body })).statusCode).toBe(201)
  expect(await rush(show)).toBe(0)
  await sql`update holds set held_until = shop_now() where event_show_id = ${show.showId}`.execute(shop.owner)
  await sql`
    update tickets set reserved_until = held_until from holds
    where holds.id = hold_id and tickets.event_show_id = ${show.showId}`.execute(shop.db)
  expect(await rush(show)).toBe(1)
  await expectCleanBooks(shop.db)
})

test('frees room once when a hold is released by several people while customers reserve', async () => {
  const show = await givenShow(shop.db, { seats: 2, standing: 2 })
  await hold(holders[0], show)
  await shop.ask('POST', `/admin/shows/${show.showId}/holds`, {
    as: holders[1],
    body: { placeIds: [show.standingPlaceId], reason: 'Artist' },
  })
  const { elements } = (await shop.ask('GET', `/admin/shows/${show.showId}/holds`, { as: holders[0] })).json()
  const ticketIds = elements.flatMap(({ tickets }: { tickets: { id: number }[] }) => tickets.map(({ id }) => id))
  const statuses = await race(2 * PEOPLE, async (index) =>
    index % 2 === 0
      ? (await shop.ask('POST', '/admin/releases', { as: holders[index / 2], body: { ticketIds } })).statusCode
      : (await reserve(buyers[(index - 1) / 2], show)).statusCode,
  )
  expect(new Set(statuses.filter((_, index) => index % 2 === 0))).toEqual(new Set([204]))
  await expectCleanBooks(shop.db)
})

test('control: without the index, holders who look first and then hold take a seat several times', async () => {
  const other = await openTestShop()
  try {
    const { showId, seatIds } = await givenShow(other.db, { seats: 1 })
    const [seat] = seatIds
    const by = await givenUser(other.db, { isStaff: true })
    await sql`drop index tickets_one_holder`.execute(other.owner)
    let looking = PEOPLE
    const { promise: allHaveLooked, resolve } = Promise.withResolvers<void>()
    await race(PEOPLE, () =>
      other.db.transaction().execute(async (tx) => {
        const { rows } = await sql`select from tickets where event_show_id = ${showId} and place_id = ${seat}`.execute(
          tx,
        )
        looking -= 1
        if (looking === 0) resolve()
        await allHaveLooked
        if (rows.length > 0) return
        const hold = { event_show_id: showId, reason: 'Press', held_by: by }
        const { id } = await tx.insertInto('holds').values(hold).returning('id').executeTakeFirstOrThrow()
        await sql`
          insert into tickets (event_show_id, place_id, place_type, hold_id, state, price, reserved_at, reserved_until)
          values (${showId}, ${seat}, 'SITTING', ${id}, 'RESERVED', 0, shop_now(), 'infinity')`.execute(tx)
      }),
    )
    expect((await selectViolations(other.db)).map(({ rule }) => rule)).toContain('a place is held once')
  } finally {
    await other.close()
  }
})
