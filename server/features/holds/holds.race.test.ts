import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
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

async function givenHold(show: Show, placeIds: readonly number[]) {
  const body = { placeIds, reason: 'Press' }
  const made = await shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as: holders[0], body })
  const { elements } = (await shop.ask('GET', `/admin/shows/${show.showId}/holds`, { as: holders[0] })).json()
  return { id: made.json().id, ticketIds: elements[0].tickets.map(({ id }: { id: number }) => id) }
}

test('lets one of many edits of the same version win, and gives added places to one of many', async () => {
  const show = await givenShow(shop.db, { seats: 4, standing: 2 })
  const [kept, released, ...free] = show.seatIds
  const added = [...free, show.standingPlaceId, show.standingPlaceId]
  const held = await givenHold(show, [kept, released] as number[])
  const statuses = await race(3 * PEOPLE, async (index) => {
    const [who, as] = [Math.floor(index / 3), index % 3]
    if (as === 0) {
      const body = { reason: `Edit ${who}`, addedPlaceIds: added, releasedTicketIds: [held.ticketIds[1]], version: 1 }
      return (await shop.ask('PUT', `/admin/holds/${held.id}`, { as: holders[who], body })).statusCode
    }
    const seatingPlanPlaceIds = as === 1 ? added : [released]
    const body = { eventShowId: show.showId, seatingPlanPlaceIds }
    return (await shop.ask('POST', '/tickets', { as: buyers[who], body })).statusCode
  })
  const edits = statuses.filter((_, index) => index % 3 === 0)
  const bought = statuses.filter((_, index) => index % 3 === 1)
  for (const status of edits) expect([204, 409]).toContain(status)
  expect(edits.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
  expect([...edits, ...bought].filter((status) => status === 204 || status === 201)).toHaveLength(1)
  await expectCleanBooks(shop.db)
})

test('lets a place of a hold be sold or released by an edit, but not both', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 1 })
  const held = await givenHold(show, placesOf(show))
  const [placeId] = show.seatIds
  const guest = { firstName: '', lastName: 'Walk-in' }
  const sale = { tickets: [{ placeId, held: held.ticketIds[0] }], guest, paymentType: 'CASH' }
  const statuses = await race(2 * PEOPLE, async (index) => {
    const as = holders[Math.floor(index / 2)]
    if (index % 2 === 0) {
      return (await shop.ask('POST', `/admin/shows/${show.showId}/sales`, { as, body: sale })).statusCode
    }
    const body = { reason: 'Edited', releasedTicketIds: held.ticketIds, version: 1 }
    return (await shop.ask('PUT', `/admin/holds/${held.id}`, { as, body })).statusCode
  })
  for (const status of statuses) expect([201, 204, 409]).toContain(status)
  expect(statuses.filter((status) => status === 204).length).toBe(1)
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1)
  await expectCleanBooks(shop.db)
})

test('keeps a held place that is sold while its release waits for it', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  const { ticketIds } = await givenHold(show, show.seatIds)
  const guest = { firstName: '', lastName: 'Walk-in' }
  const sale = { tickets: [{ placeId: show.seatIds[0], held: ticketIds[0] }], guest, paymentType: 'CASH' }
  const both = await shop.owner.transaction().execute(async (tx) => {
    await sql`select from tickets where id = ${ticketIds[0]} for update`.execute(tx)
    const sold = shop.ask('POST', `/admin/shows/${show.showId}/sales`, { as: holders[0], body: sale })
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    const released = shop.ask('POST', '/admin/releases', { as: holders[1], body: { ticketIds } })
    await expect.poll(() => countWaiting(shop.db)).toBe(2)
    return { sold, released }
  })
  expect((await both.sold).statusCode).toBe(201)
  expect((await both.released).statusCode).toBe(204)
  const tickets = shop.db.selectFrom('tickets').select('state').where('event_show_id', '=', show.showId)
  expect(await tickets.execute()).toEqual([{ state: 'BOUGHT' }])
  await expectCleanBooks(shop.db)
})

test('control: without the lock, many edits of the same version are saved', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  const { id } = await givenHold(show, show.seatIds)
  let reading = PEOPLE
  const { promise: allHaveRead, resolve } = Promise.withResolvers<void>()
  const saved = await race(PEOPLE, () =>
    shop.db.transaction().execute(async (tx) => {
      const hold = await tx.selectFrom('holds').select('version').where('id', '=', id).executeTakeFirstOrThrow()
      reading -= 1
      if (reading === 0) resolve()
      await allHaveRead
      if (hold.version !== 1) return false
      await sql`update holds set version = version + 1 where id = ${id}`.execute(tx)
      return true
    }),
  )
  expect(saved.filter(Boolean).length).toBe(PEOPLE)
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
