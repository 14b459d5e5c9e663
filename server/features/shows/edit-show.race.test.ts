import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeatingPlanId, UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { keepShow } from '#server/features/tickets/show-places.sql.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenPlan, givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
const buyers: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS: '1000', MAX_SHARE_PER_NETWORK: 'off' })
  admin = await givenUser(shop.db, { isAdmin: true })
  for (let count = 0; count < 8; count += 1) buyers.push(await givenUser(shop.db))
})
afterAll(() => shop.close())

function reserve(as: UserId | undefined, { showId }: Show, places: readonly number[]) {
  return shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
}

/** Prepares a change of the plan alone. */
async function planChange({ showId }: Show, seatingPlanId: SeatingPlanId) {
  const path = `/admin/shows/${showId}`
  const show = (await shop.ask('GET', path, { as: admin })).json()
  const { name, startTime, endTime, price, artist, location, version } = show
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId }
  return () => shop.ask('PUT', path, { as: admin, body: { name, startTime, endTime, price, ...ids, version } })
}

test('either changes the plan or sells places of it in a race, never both', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 16; round += 1) {
    const show = await givenShow(shop.db, { seats: 4, standing: 4 })
    const { seatingPlanId } = await givenPlan(shop.db, {})
    const places = [...show.seatIds, ...Array.from({ length: 4 }, () => show.standingPlaceId)]
    const buy = () => race(8, (index) => reserve(buyers[index], show, places.slice(index, index + 1)))
    const change = await planChange(show, seatingPlanId)
    const early = round % 2 ? buy() : undefined
    const changing = change()
    const replies = await (early ?? buy())
    const changed = await changing
    const sold = replies.filter(({ statusCode }) => statusCode === 201).length
    expect(changed.statusCode === 200 ? 0 : changed.statusCode, changed.body).toBe(sold > 0 ? 422 : 0)
    expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    outcomes.add(sold > 0 ? 'sold' : 'changed')
    await expectCleanBooks(shop.db)
  }
  expect(outcomes).toContain('sold')
})

test('makes a reservation wait while the plan changes, then refuses the places of the old plan', async () => {
  const show = await givenShow(shop.db, { seats: 2 })
  const { seatingPlanId } = await givenPlan(shop.db, {})
  let reply: ReturnType<typeof reserve> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('event_shows').select('id').where('id', '=', show.showId).forUpdate().execute()
    reply = reserve(buyers[0], show, show.seatIds)
    expect(await Promise.race([reply, pause(200)])).toBe('still waiting')
    await tx.updateTable('event_shows').set({ seating_plan_id: seatingPlanId }).where('id', '=', show.showId).execute()
  })
  expect((await reply)?.statusCode).toBe(422)
  await expectCleanBooks(shop.db)
})

test('lets a change wait for the reservations before it alone, and later ones for the change', async () => {
  const show = await givenShow(shop.db, { seats: 2 })
  const { seatingPlanId } = await givenPlan(shop.db, {})
  const change = await planChange(show, seatingPlanId)
  const replies = await shop.owner.transaction().execute(async (tx) => {
    await keepShow(tx, show.showId)
    const changed = change()
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    const reserved = reserve(buyers[0], show, show.seatIds)
    await expect.poll(() => countWaiting(shop.db)).toBe(2)
    return { changed, reserved }
  })
  expect([(await replies.changed).statusCode, (await replies.reserved).statusCode]).toEqual([200, 422])
})

test('lets nobody spend the points of tickets while the show, whose start passes, is moved to later', async () => {
  const show = await givenShow(shop.db, { startsIn: '5 minutes', price: 4_000 })
  const productId = await givenProduct(shop.db, { points: 40 })
  const buyer = await givenUser(shop.db)
  const reserved = await reserve(buyer, show, [show.standingPlaceId])
  const ticketIds: number[] = reserved.json().elements.map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = (body: object) => shop.ask('POST', '/orders', { as: buyer, body: { userPaymentInfoDto, ...body } })
  const line = { merchandiseProductId: productId, quantity: 1, usePoints: true }
  const { id } = (await shop.ask('POST', '/merchandise/purchases', { as: buyer, body: line })).json()
  expect((await order({ paymentType: 'VISA', ticketIds, merchandiseIds: [] })).statusCode).toBe(201)

  const path = `/admin/shows/${show.showId}`
  const { artist, location, seatingPlan, ...fields } = (await shop.ask('GET', path, { as: admin })).json()
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const later = (time: string) => new Date(Date.parse(time) + 3_600_000).toISOString()
  const times = { startTime: later(fields.startTime), endTime: later(fields.endTime) }
  const { name, price, version } = fields
  const body = { name, price, version, ...times, ...ids, isConfirmed: true }
  const replies = await shop.owner.transaction().execute(async (tx) => {
    // The edit has moved the points when it waits for its entry in the change log.
    await sql`lock table change_log in share mode`.execute(tx)
    const edited = shop.ask('PUT', path, { as: admin, body })
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    await shiftClock(shop.owner, '6 minutes')
    const spent = order({ ticketIds: [], merchandiseIds: [id] })
    await Promise.race([spent, expect.poll(() => countWaiting(shop.db)).toBe(2)])
    return { edited, spent }
  })
  expect((await replies.edited).statusCode).toBe(200)
  const spent = await replies.spent
  expect([spent.statusCode, spent.headers['x-problem']]).toEqual([409, 'not_enough_points'])
  await expectCleanBooks(shop.db)
  await shiftClock(shop.owner, '0')
})

// Control: a change that does not lock the show leaves a ticket of another plan.
test('control: a change that only looks for tickets first leaves one of another plan', async () => {
  const show = await givenShow(shop.db, { seats: 1 })
  const { seatingPlanId } = await givenPlan(shop.db, {})
  const before = await shop.db.selectFrom('tickets').select('id').where('event_show_id', '=', show.showId).execute()
  expect((await reserve(buyers[0], show, show.seatIds)).statusCode).toBe(201)
  expect(before).toEqual([])
  await shop.owner
    .updateTable('event_shows')
    .set({ seating_plan_id: seatingPlanId })
    .where('id', '=', show.showId)
    .execute()
  expect((await selectViolations(shop.db)).map(({ rule }) => rule)).toContain('a ticket is of the plan of its show')
})

const pause = (milliseconds: number) =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('still waiting'), milliseconds)
  })

test('answers people who arrive, and a change of the waiting room, while the show is being deleted', async () => {
  const { showId } = await givenShow(shop.db)
  const replies = await shop.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('event_shows').where('id', '=', showId).execute()
    const arriving = shop.ask('POST', `/eventshows/${showId}/waiting-place`, { as: buyers[0] })
    const body = { mode: 'ALWAYS', isPaused: false }
    const setting = shop.ask('PUT', `/admin/shows/${showId}/waiting-room`, { as: admin, body })
    await expect.poll(() => countWaiting(shop.db)).toBe(2)
    return { arriving, setting }
  })
  for (const reply of await Promise.all([replies.arriving, replies.setting])) {
    expect([reply.statusCode, reply.body]).toEqual([404, 'There is no such show.'])
  }
})
