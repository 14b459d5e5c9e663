import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceId, ShowId, UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop
let staff: UserId

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '3', MAX_RESERVATIONS: '3' })
  staff = await givenUser(shop.db, { isStaff: true, email: 'desk@foyer.example' })
})
afterAll(() => shop.close())

const hold = (showId: ShowId, placeIds: readonly PlaceId[], more: object = {}) =>
  shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body: { placeIds, reason: 'Press', ...more } })
const holdsOf = async (showId: ShowId) =>
  (await shop.ask('GET', `/admin/shows/${showId}/holds`, { as: staff })).json().elements
const release = (ticketIds: readonly number[]) =>
  shop.ask('POST', '/admin/releases', { as: staff, body: { ticketIds } })
const reserve = async (showId: ShowId, placeIds: readonly PlaceId[]) =>
  shop.ask('POST', '/tickets', {
    as: await givenUser(shop.db),
    body: { eventShowId: showId, seatingPlanPlaceIds: placeIds },
  })
async function setEnd(holdId: number, ago: string): Promise<void> {
  await sql`update holds set held_until = shop_now() - ${ago}::interval where id = ${holdId}`.execute(shop.owner)
  await sql`
    update tickets set reserved_until = held_until from holds
    where holds.id = hold_id and holds.id = ${holdId}`.execute(shop.db)
}

test('holds seats and standing places beyond the limits of customers, who see them as taken', async () => {
  const { showId, seatIds, standingPlaceId, seatingPlanId } = await givenShow(shop.db, { seats: 6, standing: 3 })
  const places = [...seatIds.slice(0, 4), standingPlaceId, standingPlaceId]
  expect((await hold(showId, places)).statusCode).toBe(201)
  const [held] = await holdsOf(showId)
  expect(held).toMatchObject({ reason: 'Press', by: 'desk@foyer.example', until: null })
  expect(held.tickets.map(({ placeId }: { placeId: number }) => placeId)).toEqual(
    places.toSorted((one, other) => one - other),
  )
  const state = `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
  expect((await shop.ask('GET', state)).json().total).toBe(4)
  expect((await reserve(showId, seatIds.slice(3, 5))).headers['x-problem']).toBe('seats_taken')
  expect((await reserve(showId, [standingPlaceId, standingPlaceId])).headers['x-problem']).toBe('standing_full')
  expect((await hold(showId, seatIds.slice(0, 1))).headers['x-problem']).toBe('seats_taken')
  await expectCleanBooks(shop.db)
})

test('releases held places once, and logs both', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 2, standing: 1 })
  const { id } = (await hold(showId, [...seatIds, standingPlaceId])).json()
  const [{ tickets }] = await holdsOf(showId)
  const ids = tickets.map((ticket: { id: number }) => ticket.id)
  expect((await release(ids.slice(0, 1))).statusCode).toBe(204)
  expect((await holdsOf(showId))[0].tickets).toHaveLength(2)
  expect((await release(ids)).statusCode).toBe(204)
  expect((await release(ids)).statusCode).toBe(204)
  expect(await holdsOf(showId)).toEqual([])
  expect((await reserve(showId, [...seatIds, standingPlaceId])).statusCode).toBe(201)
  const log = await shop.db
    .selectFrom('change_log')
    .selectAll()
    .where('kind', '=', 'HOLD')
    .where('record_id', '=', id)
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['CREATED', 'RELEASED', 'RELEASED'])
  expect(log[0]).toMatchObject({ actor_id: staff, reason: 'Press' })
  const admin = await givenUser(shop.db, { isAdmin: true })
  const entries = (await shop.ask('GET', `/admin/log?kind=HOLD&recordId=${id}`, { as: admin })).json().elements
  expect(entries).toMatchObject([{ showId }, { showId }, { showId }])
  await expectCleanBooks(shop.db)
})

test('never releases the reservation of a customer', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 1 })
  const [reserved] = (await reserve(showId, seatIds)).json().elements
  expect((await release([reserved.id])).statusCode).toBe(204)
  expect((await reserve(showId, seatIds)).headers['x-problem']).toBe('seats_taken')
})

test('lets a hold with an end run out, for customers and for the next hold', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 2, standing: 2 })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = (await hold(showId, [...seatIds, standingPlaceId, standingPlaceId], { until })).json()
  expect((await holdsOf(showId))[0]).toMatchObject({ until })
  await expectCleanBooks(shop.db)
  await setEnd(id, '0 hours')
  expect(await holdsOf(showId)).toEqual([])
  expect((await reserve(showId, [...seatIds.slice(0, 1), standingPlaceId])).statusCode).toBe(201)
  expect((await hold(showId, [...seatIds.slice(1), standingPlaceId])).statusCode).toBe(201)
  await expectCleanBooks(shop.db)
})

test('sweeps holds whose places ran out, and keeps those that hold', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2 })
  const { id } = (await hold(showId, seatIds.slice(0, 1))).json()
  const kept = (await hold(showId, seatIds.slice(1))).json().id
  await setEnd(id, '25 hours')
  await sql`update holds set created_at = shop_now() - interval '2 days' where event_show_id = ${showId}`.execute(
    shop.owner,
  )
  await enqueue(shop.db, 'sweep-reservations', {})
  await doJobs(shop)
  const left = await shop.db.selectFrom('holds').select('id').where('event_show_id', '=', showId).execute()
  expect(left).toEqual([{ id: kept }])
})

test('repeats the answer for the same key, and refuses an end in the past, a missing reason and shows that are over', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 3 })
  const headers = { 'idempotency-key': 'once' }
  const body = { placeIds: seatIds.slice(0, 1), reason: 'Press' }
  const first = await shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body, headers })
  const second = await shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body, headers })
  expect([second.statusCode, second.body]).toEqual([201, first.body])
  const past = await hold(showId, seatIds.slice(1), { until: '2020-01-01T00:00:00Z' })
  expect([past.statusCode, past.body]).toEqual([422, 'until: date must not be prior to today'])
  expect((await hold(showId, seatIds.slice(1), { reason: ' ' })).statusCode).toBe(422)
  expect((await hold(showId, [])).body).toBe('placeIds: Please choose places')
  const over = await givenShow(shop.db, { startsIn: '-3 hours' })
  expect((await hold(over.showId, over.seatIds.slice(0, 1))).headers['x-problem']).toBe('show_over')
})

test('frees the held places of a cancelled show, and mails nobody about a hold', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 1, standing: 1 })
  await hold(showId, [...seatIds, standingPlaceId])
  const admin = await givenUser(shop.db, { isAdmin: true })
  const show = (await shop.ask('GET', `/admin/shows/${showId}`, { as: admin })).json()
  const moved = (time: string) => new Date(new Date(time).getTime() + 3_600_000).toISOString()
  const body = {
    name: show.name,
    startTime: moved(show.startTime),
    endTime: moved(show.endTime),
    price: show.price,
    eventId: show.event.id,
    locationId: show.location.id,
    artistId: show.artist.id,
    seatingPlanId: show.seatingPlan.id,
    version: show.version,
  }
  expect((await shop.ask('PUT', `/admin/shows/${showId}`, { as: admin, body })).statusCode).toBe(200)
  expect(await holdsOf(showId)).toHaveLength(1)
  await expectCleanBooks(shop.db)
  await shop.ask('POST', `/admin/shows/${showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })
  expect(await doJobs(shop)).toEqual([])
  expect(await holdsOf(showId)).toEqual([])
  await expectCleanBooks(shop.db)
})

const edit = (id: number, body: object) =>
  shop.ask('PUT', `/admin/holds/${id}`, {
    as: staff,
    body: { reason: 'Press', version: 1, ...body },
    headers: { accept: 'application/problem+json' },
  })

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('changes the reason and the end of a hold, adds and releases places, and logs it', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 4, standing: 3 })
  const [first, second, third, fourth] = seatIds as [PlaceId, PlaceId, PlaceId, PlaceId]
  const { id } = (await hold(showId, [first, second, standingPlaceId])).json()
  const [{ tickets }] = await holdsOf(showId)
  const releasedTicketIds = tickets
    .filter(({ placeId }: { placeId: number }) => placeId !== first)
    .map((ticket: { id: number }) => ticket.id)
  const until = inAnHour()
  const changed = { reason: 'Artist', until, addedPlaceIds: [third, standingPlaceId, standingPlaceId] }
  expect((await edit(id, { ...changed, releasedTicketIds })).statusCode).toBe(204)
  const [edited] = await holdsOf(showId)
  expect(edited).toMatchObject({ id, reason: 'Artist', until, version: 2 })
  const placeIds = edited.tickets.map(({ placeId }: { placeId: number }) => placeId)
  expect(placeIds).toEqual([first, third, standingPlaceId, standingPlaceId].toSorted((one, other) => one - other))
  expect((await reserve(showId, [second, fourth, standingPlaceId])).statusCode).toBe(201)
  expect((await reserve(showId, [standingPlaceId])).headers['x-problem']).toBe('standing_full')
  const ends = await shop.db.selectFrom('tickets').select('reserved_until').where('hold_id', '=', id).execute()
  expect(ends.map((ticket) => ticket.reserved_until)).toEqual(ends.map(() => new Date(until)))

  expect((await edit(id, { version: 2 })).statusCode).toBe(204)
  expect((await holdsOf(showId))[0]).toMatchObject({ reason: 'Press', until: null, version: 3 })
  await expectCleanBooks(shop.db)
  const admin = await givenUser(shop.db, { isAdmin: true })
  const log = (await shop.ask('GET', `/admin/log?kind=HOLD&recordId=${id}&action=EDITED`, { as: admin })).json()
  const [last, before] = log.elements
  expect(last.changes.map(({ field }: { field: string }) => field)).toEqual(['reason', 'until'])
  expect(before.changes.map(({ field }: { field: string }) => field)).toEqual([
    ...['reason', 'until', 'addedPlaces', 'releasedPlaces'],
  ])
})

test('refuses an edit that is based on an older version, and tells what changed', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 1 })
  const { id } = (await hold(showId, seatIds)).json()
  expect((await edit(id, { reason: 'Artist' })).statusCode).toBe(204)
  const late = await edit(id, { reason: 'Sponsor' })
  expect([late.statusCode, late.headers['x-problem']]).toEqual([409, 'changed_meanwhile'])
  expect(late.json().fields).toEqual([{ field: 'reason', message: 'Changed meanwhile to: Artist' }])
  expect((await holdsOf(showId))[0]).toMatchObject({ reason: 'Artist', version: 2 })
  expect((await edit(id, { reason: 'Artist', version: 2 })).statusCode).toBe(204)
  expect((await holdsOf(showId))[0]).toMatchObject({ version: 2 })
})

test('changes all of a hold or nothing', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 3, standing: 1 })
  const [first, second, third] = seatIds as [PlaceId, PlaceId, PlaceId]
  const { id } = (await hold(showId, [first])).json()
  expect((await reserve(showId, [second, standingPlaceId])).statusCode).toBe(201)
  const [before] = await holdsOf(showId)
  const releasedTicketIds = [before.tickets[0].id]
  const taken = { reason: 'Artist', until: inAnHour(), addedPlaceIds: [third, second], releasedTicketIds }
  expect((await edit(id, taken)).headers['x-problem']).toBe('seats_taken')
  const full = { ...taken, addedPlaceIds: [third, standingPlaceId] }
  expect((await edit(id, full)).headers['x-problem']).toBe('standing_full')
  expect((await edit(id, { until: '2020-01-01T00:00:00Z' })).statusCode).toBe(422)
  expect(await holdsOf(showId)).toEqual([before])
})

test('edits no hold without places, and releases no places of others', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2 })
  const [first, second] = seatIds as [PlaceId, PlaceId]
  const { id } = (await hold(showId, [first])).json()
  await hold(showId, [second])
  const [other, own] = await holdsOf(showId)
  const releasedTicketIds = [other.tickets[0].id, own.tickets[0].id]
  expect((await edit(id, { releasedTicketIds })).statusCode).toBe(204)
  expect(await holdsOf(showId)).toEqual([other])
  expect((await edit(id, { version: 2, addedPlaceIds: [first] })).headers['x-problem']).toBe('places_not_held')
  await setEnd(other.id, '1 second')
  expect((await edit(other.id, {})).headers['x-problem']).toBe('places_not_held')
})
