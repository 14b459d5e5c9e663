import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenArtist, givenLocation, givenPlan, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let admin: UserId
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://tickets.example/', VERIFY_EMAIL: 'off' })
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
})
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(shop.owner)
})
afterAll(() => shop.close())

const pathOf = ({ showId }: Show) => `/admin/shows/${showId}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function reserve(as: UserId, { showId }: Show, places: readonly number[]): Promise<number[]> {
  const reply = await shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().elements.map(({ id }: { id: number }) => id)
}

async function buy(as: UserId, show: Show, places: readonly number[]): Promise<number[]> {
  const ticketIds = await reserve(as, show, places)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
  expect((await shop.ask('POST', '/orders', { as, body })).statusCode).toBe(201)
  return ticketIds
}

async function getShow(show: Show) {
  return (await shop.ask('GET', pathOf(show), { as: admin })).json()
}

/** Edits a show, with its present fields but for the given ones. */
async function edit(show: Show, changes: object, headers: Record<string, string> = {}) {
  const { name, startTime, endTime, price, artist, location, seatingPlan, version } = await getShow(show)
  const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
  const body = { name, startTime, endTime, price, ...ids, version, ...changes }
  return shop.ask('PUT', pathOf(show), { as: admin, body, headers })
}

test('changes everything of a show without tickets, and the times of its event', async () => {
  const show = await givenShow(shop.db, { startsIn: '2 days' })
  await givenShow(shop.db, { eventId: show.eventId, startsIn: '3 days' })
  const [artistId, locationId] = [await givenArtist(shop.db, { stageName: 'Moth' }), await givenLocation(shop.db)]
  const { seatingPlanId } = await givenPlan(shop.db, { seats: 5, standing: 10 })
  const fields = { name: 'Gala', startTime: inDays(5), endTime: inDays(6), price: 900 }
  const edited = await edit(show, { ...fields, artistId, locationId, seatingPlanId })
  expect(edited.statusCode, edited.body).toBe(200)
  expect(edited.json()).toMatchObject({
    ...fields,
    artist: { id: artistId },
    location: { id: locationId },
    seatingPlan: { id: seatingPlanId },
    version: 2,
    sold: 0,
    reserved: 0,
    free: 15,
  })
  const event = (await shop.ask('GET', `/events/${show.eventId}`)).json()
  expect(event.endTime).toBe(fields.endTime)
  expect(event.startTime < fields.startTime).toBe(true)
  expect(await doJobs(shop)).toEqual([])
  const stale = await edit(show, { name: 'Late', version: 1 }, { accept: 'application/problem+json' })
  expect([stale.statusCode, (await getShow(show)).name]).toEqual([409, 'Gala'])
  const start = dateTimeText(fields.startTime, edited.json().location.timeZone)
  expect(stale.json().fields).toContainEqual({ field: 'startTime', message: `Changed meanwhile to: ${start}` })
})

test('asks before customers are concerned, then mails each once, and moves reservations and points', async () => {
  const show = await givenShow(shop.db, { seats: 4, price: 1_000, startsIn: '2 days', title: 'Tosca' })
  const bea = await givenUser(shop.db)
  const [first = 0, second = 0, third = 0, fourth = 0] = show.seatIds
  const [ticketId] = await buy(ada, show, [first, second])
  await reserve(bea, show, [third])
  const guest = { tickets: [{ placeId: fourth }], guest: { firstName: 'Gus', lastName: 'Guest' }, paymentType: 'CASH' }
  expect((await shop.ask('POST', `${pathOf(show)}/sales`, { as: admin, body: guest })).statusCode).toBe(201)
  await doJobs(shop)
  const move = { startTime: inDays(9), endTime: inDays(10) }
  const asked = await edit(show, move)
  expect([asked.statusCode, asked.body]).toEqual([
    409,
    '2 customers with 3 tickets or reservations will get an email about this change. 1 buyer has no address. Please tell them yourself. Please confirm it.',
  ])
  expect(await doJobs(shop)).toEqual([])
  expect((await edit(show, { ...move, isConfirmed: true })).statusCode).toBe(200)
  const mails = await doJobs(shop)
  expect(mails.map(({ to }) => to.email)).toHaveLength(2)
  expect(new Set(mails.map(({ to }) => to.email)).size).toBe(2)
  expect(mails[0]).toMatchObject({ subject: 'Your show has changed: Tosca' })
  expect(mails[0]?.paragraphs.join('\n')).toMatch(/Start: .* \(before: .*\)\nEnd: .*\n.* return your tickets/)
  expect(await doJobs(shop)).toEqual([])

  const [reserved] = (await shop.ask('GET', '/users/tickets', { as: bea })).json().elements
  expect(Date.parse(move.startTime) - Date.parse(reserved.reservedUntil)).toBe(30 * 60_000)
  const balanceAt = async (moment: string) => {
    const { rows } = await sql<{ points: number }>`
      select coalesce(sum(points), 0) as points from points_entries
      where user_id = ${ada} and counts_from <= ${moment}::timestamptz`.execute(shop.db)
    return rows[0]?.points
  }
  expect([await balanceAt(inDays(5)), await balanceAt(inDays(9.1))]).toEqual([0, 20])
  expect((await shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as: ada })).statusCode).toBe(200)
  expect([await balanceAt(inDays(5)), await balanceAt(inDays(9.1))]).toEqual([0, 10])
  await expectCleanBooks(shop.db)
})

test('keeps the plan of sold tickets and the prices of reservations, and sells at the new price', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 1_000 })
  const [first = 0, second = 0] = show.seatIds
  await reserve(ada, show, [first])
  const { seatingPlanId } = await givenPlan(shop.db, {})
  const refused = await edit(show, { seatingPlanId })
  expect(refused.body).toBe('seatingPlanId: The seating plan can only change while no ticket was sold or reserved')
  expect((await edit(show, { price: 2_000 })).statusCode).toBe(200)
  await reserve(ada, show, [second])
  const mine = (await shop.ask('GET', `/users/tickets?eventShowId=${show.showId}`, { as: ada })).json().elements
  expect(mine.map(({ price }: { price: number }) => price)).toEqual([1_000, 2_000])
  expect(await getShow(show)).toMatchObject({ sold: 0, reserved: 2 })
})

test('changes the plan after reservations have expired', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 3 })
  await reserve(ada, show, [...show.seatIds, show.standingPlaceId])
  await sql`update tickets set reserved_until = shop_now() where event_show_id = ${show.showId}`.execute(shop.owner)
  const { seatingPlanId, seatIds } = await givenPlan(shop.db, {})
  expect((await edit(show, { seatingPlanId })).statusCode).toBe(200)
  await reserve(ada, show, seatIds)
  await expectCleanBooks(shop.db)
})

test('changes only the name of a show that has started, and never moves a show into the past', async () => {
  const show = await givenShow(shop.db, { startsIn: '-1 hour' })
  expect((await edit(show, { price: 1 })).body).toBe('price: This show has started, so only its name can change')
  expect((await edit(show, { name: 'Mended' })).json()).toMatchObject({ name: 'Mended' })
  const coming = await givenShow(shop.db)
  const refused = await edit(coming, { startTime: inDays(-1) })
  expect(refused.body).toBe('startTime: date must not be prior to today')
})

test('lists shows with their sales by any of their names, coming ones first', async () => {
  const artistId = await givenArtist(shop.db, { stageName: 'The Comets' })
  const past = await givenShow(shop.db, { title: 'Comet night', startsIn: '-5 days' })
  const later = await givenShow(shop.db, { artistId, startsIn: '8 days', seats: 2, standing: 3 })
  const soon = await givenShow(shop.db, { name: 'A comet', startsIn: '1 day' })
  await buy(ada, later, later.seatIds)
  const list = async (query: string) => (await shop.ask('GET', `/admin/shows?${query}`, { as: admin })).json()
  const { total, elements } = await list('text=comet')
  expect(elements.map(({ id }: { id: number }) => id)).toEqual([soon.showId, later.showId, past.showId])
  expect([total, elements[1]]).toMatchObject([3, { sold: 2, reserved: 0, free: 3 }])
  expect((await list('text=comet&when=past')).elements).toMatchObject([{ id: past.showId }])
  expect((await list(`eventId=${soon.eventId}`)).elements).toMatchObject([{ id: soon.showId }])
})

test('deletes a show that never sold, with the times of its event, and keeps any other', async () => {
  const show = await givenShow(shop.db, { startsIn: '-1 day' })
  expect(await getShow(show)).toMatchObject({ isDeletable: true })
  expect((await shop.ask('DELETE', pathOf(show), { as: admin })).statusCode).toBe(204)
  expect((await shop.ask('GET', pathOf(show), { as: admin })).body).toBe('This show was deleted.')
  const calls = ['waiting-room', 'entry', 'door-list', 'holds', 'cancellation', 'figures'].map((part) =>
    shop.ask('GET', `${pathOf(show)}/${part}`, { as: admin }),
  )
  const line = ['waiting-place', 'line'].map((part) =>
    shop.ask(part === 'line' ? 'GET' : 'POST', `/eventshows/${show.showId}/${part}`, { as: admin }),
  )
  const body = { mode: 'ALWAYS', isPaused: false }
  const edit = shop.ask('PUT', `${pathOf(show)}/waiting-room`, { as: admin, body })
  for (const reply of await Promise.all([...calls, ...line, edit])) {
    expect([reply.statusCode, reply.body]).toEqual([410, 'This show was deleted.'])
  }
  expect((await shop.ask('GET', `/events/${show.eventId}`)).json()).toMatchObject({ startTime: null, endTime: null })
  const used = await givenShow(shop.db)
  const [ticket] = await buy(ada, used, used.seatIds.slice(0, 1))
  await shop.ask('PUT', `/tickets/${ticket}/cancelation`, { as: ada })
  expect(await getShow(used)).toMatchObject({ isDeletable: false, sold: 0 })
  const kept = await shop.ask('DELETE', pathOf(used), { as: admin })
  expect(kept.body).toBe("This show can't be deleted because it has 1 ticket or reservation.")
})

test('keeps a cancelled show as it is', async () => {
  const show = await givenShow(shop.db)
  await shop.owner
    .updateTable('event_shows')
    .set({ cancelled_at: new Date(), cancel_reason: 'Flood' })
    .where('id', '=', show.showId)
    .execute()
  expect(await getShow(show)).toMatchObject({ isCancelled: true })
  for (const refused of [await edit(show, { name: 'New' }), await shop.ask('DELETE', pathOf(show), { as: admin })]) {
    expect([refused.statusCode, refused.body]).toEqual([409, 'This show was cancelled.'])
  }
})
