import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop()
  ada = await givenUser(shop.db)
  bea = await givenUser(shop.db)
})
afterAll(() => shop.close())

type Show = Awaited<ReturnType<typeof givenShow>>

function reserve(as: UserId, show: Pick<Show, 'showId'>, places: readonly number[], headers = {}) {
  return shop.ask('POST', '/tickets', { as, body: { eventShowId: show.showId, seatingPlanPlaceIds: places }, headers })
}

test('reserves seats and standing places together at the rounded-down price of their sector', async () => {
  const show = await givenShow(shop.db, { seats: 2, price: 4_555, pricePercent: 150 })
  const reply = await reserve(ada, show, [...show.seatIds, show.standingPlaceId, show.standingPlaceId])
  expect(reply.statusCode).toBe(201)
  const { total, elements } = reply.json()
  expect(total).toBe(4)
  expect(elements.map((ticket: { price: number }) => ticket.price)).toEqual([6_832, 6_832, 6_832, 6_832])
  expect(elements[0]).toMatchObject({ ticketState: 'RESERVED', placeType: 'SITTING', seatingPlanRowName: 'A' })
  const capacity = await shop.ask(
    'GET',
    `/tickets/reservations?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`,
  )
  expect(capacity.json()).toEqual({
    total: 2,
    elements: show.seatIds.map((placeId) => ({ placeId, ticketState: 'RESERVED' })),
  })
})

test('names a taken seat and reserves nothing', async () => {
  const show = await givenShow(shop.db, { seats: 3 })
  const [first, second, third] = show.seatIds
  if (!first || !second || !third) throw new Error('three seats')
  await reserve(ada, show, [second])
  const reply = await reserve(bea, show, [first, second, third, show.standingPlaceId])
  expect([reply.statusCode, reply.body]).toEqual([409, 'Stalls, row A, seat 2 was just taken by someone else.'])
  expect(reply.headers['x-problem']).toBe('seats_taken')
  const mine = await shop.ask('GET', '/users/tickets?state=RESERVED', { as: bea })
  expect(mine.json()).toEqual({ total: 0, elements: [] })
})

test('does not blame others for a seat that the customer holds', async () => {
  const show = await givenShow(shop.db, { seats: 4 })
  const [first = 0, second = 0, third = 0, fourth = 0] = show.seatIds
  await reserve(ada, show, [first, second])
  const again = await reserve(ada, show, [first, fourth])
  expect([again.statusCode, again.body]).toEqual([409, 'You already hold Stalls, row A, seat 1.'])
  await reserve(bea, show, [third])
  expect((await reserve(ada, show, show.seatIds)).body).toBe(
    'Stalls, row A, seat 3 was just taken by someone else. You already hold Stalls, row A, seats 1 and 2.',
  )
  expect((await reserve(bea, show, [fourth])).statusCode).toBe(201)
})

test('frees a cancelled seat and accepts a second cancellation', async () => {
  const show = await givenShow(shop.db)
  const [ticket] = (await reserve(ada, show, [show.seatIds[0] ?? 0, show.standingPlaceId])).json().elements
  const cancel = (as: UserId) => shop.ask('DELETE', `/tickets/${ticket.id}`, { as })
  expect((await cancel(bea)).statusCode).toBe(404)
  expect((await cancel(ada)).statusCode).toBe(204)
  expect((await cancel(ada)).statusCode).toBe(204)
  expect((await reserve(bea, show, [show.seatIds[0] ?? 0])).statusCode).toBe(201)
})

test('frees the places of an expired reservation at once', async () => {
  const show = await givenShow(shop.db, { seats: 1, standing: 1 })
  const places = [...show.seatIds, show.standingPlaceId]
  expect((await reserve(ada, show, places)).statusCode).toBe(201)
  expect((await reserve(bea, show, [show.standingPlaceId])).body).toBe('Not enough standing places left')
  await shop.db
    .updateTable('tickets')
    .set({ reserved_until: new Date(Date.now() - 1_000) })
    .where('event_show_id', '=', show.showId)
    .execute()
  expect((await shop.ask('GET', '/carts', { as: ada })).json().tickets).not.toContainEqual(
    expect.objectContaining({ placeId: show.standingPlaceId }),
  )
  expect((await reserve(bea, show, places)).statusCode).toBe(201)
  await expectCleanBooks(shop.db)
})

test('refuses started shows, foreign places, closed sectors and repeated seats with a sentence', async () => {
  const past = await givenShow(shop.db, { startsIn: '-1 minute' })
  const started = await reserve(ada, past, past.seatIds)
  expect([started.statusCode, started.body]).toEqual([409, 'Cannot reserve tickets after the event has started'])

  const closed = await givenShow(shop.db, { isAvailable: false })
  const open = await givenShow(shop.db)
  for (const places of [closed.seatIds, [open.seatIds[0] ?? 0, open.seatIds[0] ?? 0]]) {
    const reply = await reserve(ada, places === closed.seatIds ? closed : open, places)
    expect([reply.statusCode, reply.body]).toEqual([422, "These places can't be booked for this show."])
  }
  expect((await reserve(ada, open, closed.seatIds)).statusCode).toBe(422)
  expect((await reserve(ada, { showId: 999_999 as Show['showId'] }, open.seatIds)).statusCode).toBe(404)
  expect((await reserve(ada, open, [])).body).toBe('seatingPlanPlaceIds: Please select Tickets')
  expect((await shop.ask('POST', '/tickets', { body: {} })).statusCode).toBe(401)
})

test('limits a customer to twenty reservations of a show and sixty in all', async () => {
  const hoarder = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const twenty = Array.from({ length: 20 }, () => show.standingPlaceId)
  expect((await reserve(hoarder, show, [...twenty, show.standingPlaceId])).body).toBe(
    'You can hold at most 20 reservations for one show.',
  )
  expect((await reserve(hoarder, show, twenty)).statusCode).toBe(201)
  const more = await reserve(hoarder, show, show.seatIds)
  expect([more.statusCode, more.body]).toEqual([
    409,
    'You can hold at most 20 reservations for one show. You already hold 20.',
  ])
  for (let others = 0; others < 2; others += 1) {
    const other = await givenShow(shop.db)
    expect(
      (
        await reserve(
          hoarder,
          other,
          twenty.map(() => other.standingPlaceId),
        )
      ).statusCode,
    ).toBe(201)
  }
  const beyond = await givenShow(shop.db)
  const last = await reserve(hoarder, beyond, beyond.seatIds)
  expect([last.statusCode, last.body]).toEqual([
    409,
    'You can hold at most 60 reservations at a time. You already hold 60.',
  ])
})

test('repeats the answer for the same Idempotency-Key and refuses another request with it', async () => {
  const show = await givenShow(shop.db)
  const key = { 'idempotency-key': 'click 1' }
  const first = await reserve(ada, show, [show.standingPlaceId], key)
  const again = await reserve(ada, show, [show.standingPlaceId], key)
  expect(again.json()).toEqual(first.json())
  expect((await reserve(ada, show, show.seatIds, key)).statusCode).toBe(422)
  const room = await shop.db
    .selectFrom('standing_occupancies')
    .select('occupied')
    .where('event_show_id', '=', show.showId)
    .execute()
  expect(room).toEqual([{ occupied: 1 }])
})

test('reserves again with the same Idempotency-Key after the reservation was cancelled', async () => {
  const show = await givenShow(shop.db)
  const headers = { 'idempotency-key': 'once more' }
  const first = (await reserve(ada, show, [show.seatIds[0] ?? 0], headers)).json().elements[0].id
  expect((await reserve(ada, show, [show.seatIds[0] ?? 0], headers)).json().elements[0].id).toBe(first)
  await shop.ask('DELETE', `/tickets/${first}`, { as: ada })
  const second = (await reserve(ada, show, [show.seatIds[0] ?? 0], headers)).json().elements[0]
  expect(second).toMatchObject({ ticketState: 'RESERVED' })
  expect(second.id).not.toBe(first)
  expect((await reserve(ada, show, [show.seatIds[0] ?? 0], headers)).json().elements[0].id).toBe(second.id)
})

test('deletes reservations that expired a day ago, but no live or bought tickets', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 10 })
  const places = [...show.seatIds, show.standingPlaceId, show.standingPlaceId]
  const tickets = (await reserve(ada, show, places)).json().elements as { id: number }[]
  const [seat, , , standing] = tickets.map(({ id }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [tickets[1]?.id] }
  expect((await shop.ask('POST', '/orders', { as: ada, body: order })).statusCode).toBe(201)
  await sql`
    update tickets set reserved_until = shop_now() - interval '25 hours'
    where id in (${seat}, ${tickets[1]?.id}, ${standing})`.execute(shop.db)

  await enqueue(shop.db, 'sweep-reservations', {})
  await doJobs(shop)
  const left = await shop.db
    .selectFrom('tickets')
    .select('id')
    .where('event_show_id', '=', show.showId)
    .orderBy('id')
    .execute()
  expect(left.map(({ id }) => id)).toEqual([tickets[1], tickets[2], tickets[4]].map((ticket) => ticket?.id))
  await expectCleanBooks(shop.db)
})

test.each([{ price: 0 }, { pricePercent: 0 }])(
  'counts free tickets of a show like its reservations: %j',
  async (free) => {
    const show = await givenShow(shop.db, { seats: 22, ...free })
    const { seatIds } = show
    const eve = await givenUser(shop.db)
    const { elements } = (await reserve(eve, show, seatIds.slice(0, 20))).json()
    const ticketIds = elements.map(({ id }: { id: number }) => id)
    const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
    const bought = await shop.ask('POST', '/orders', { as: eve, body: { userPaymentInfoDto, ticketIds } })
    expect(bought.statusCode).toBe(201)
    const refused = await reserve(eve, show, seatIds.slice(20, 21))
    expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'too_many_reservations'])
    expect((await reserve(bea, show, seatIds.slice(20, 21))).statusCode).toBe(201)
    expect((await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: eve })).statusCode).toBe(200)
    expect((await reserve(eve, show, seatIds.slice(21, 22))).statusCode).toBe(201)
    await expectCleanBooks(shop.db)
  },
)
