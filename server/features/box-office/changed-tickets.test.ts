import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShowId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { makeLastSeatDear } from '#server/testing/dear-seat.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop
let staff: UserId

beforeAll(async () => {
  shop = await openTestShop()
  staff = await givenUser(shop.db, { isStaff: true })
})
afterAll(() => shop.close())

async function sold(showId: ShowId, tickets: readonly object[], userId: UserId, reason?: string) {
  const body = { tickets, userId, paymentType: 'CASH', reason }
  const reply = await shop.ask('POST', `/admin/shows/${showId}/sales`, { as: staff, body })
  expect(reply.statusCode).toBe(201)
  return orderOf(reply.json().orderId)
}
const orderOf = async (orderId: number) => (await shop.ask('GET', `/admin/orders/${orderId}`, { as: staff })).json()
const move = (ticketId: number, placeId: number | undefined, more: object = {}, headers: Record<string, string> = {}) =>
  shop.ask('PUT', `/admin/tickets/${ticketId}/place`, { as: staff, body: { placeId, ...more }, headers })
const refund = (ticketId: number, reason = 'Ill') =>
  shop.ask('PUT', `/admin/tickets/${ticketId}/refund`, { as: staff, body: { reason } })
const pointsOf = async (id: UserId) => {
  const rows = await shop.db.selectFrom('points_entries').select('points').where('user_id', '=', id).execute()
  return rows.reduce((sum, { points }) => sum + points, 0)
}
const givePoints = (id: UserId, points: number) =>
  shop.db
    .insertInto('points_entries')
    .values({ user_id: id, points, counts_from: new Date(0), reason: 'GIFT' })
    .execute()
const ticketsOf = (showId: ShowId) =>
  shop.db
    .selectFrom('tickets')
    .select(['id', 'place_id', 'state'])
    .where('event_show_id', '=', showId)
    .orderBy('id')
    .execute()

test('moves a ticket at the same price: the ticket, its invoice and its points stay', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 2, standing: 1 })
  const ada = await givenUser(shop.db)
  const order = await sold(showId, [{ placeId: seatIds[0] }], ada)
  const [{ id }] = order.tickets
  const headers = { 'idempotency-key': crypto.randomUUID() }
  expect((await move(id, seatIds[1], {}, headers)).json()).toEqual({ id: order.invoiceId, orderId: order.id })
  expect((await move(id, seatIds[1], {}, headers)).statusCode).toBe(200)
  expect((await move(id, standingPlaceId)).statusCode).toBe(200)
  expect((await move(id, seatIds[0])).statusCode).toBe(200)
  expect(await ticketsOf(showId)).toEqual([{ id, place_id: seatIds[0], state: 'BOUGHT' }])
  expect(await pointsOf(ada)).toBe(45)
  await sold(showId, [{ placeId: seatIds[1] }, { placeId: standingPlaceId }], ada)
  expect((await move(id, seatIds[1])).headers['x-problem']).toBe('seats_taken')
  expect((await move(id, standingPlaceId)).headers['x-problem']).toBe('standing_full')
  expect((await move(id, seatIds[0])).headers['x-problem']).toBe('places_not_bookable')
  await expectCleanBooks(shop.db)
})

test('moves a ticket to another price by a refund and a new invoice in one transaction', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000 })
  await makeLastSeatDear(shop, show)
  const { showId, seatIds } = show
  const ada = await givenUser(shop.db)
  const order = await sold(showId, [{ placeId: seatIds[0] }], ada)
  const [{ id }] = order.tickets
  expect((await move(id, seatIds[2])).headers['x-problem']).toBe('payment_type_missing')
  expect((await move(id, seatIds[2], { paymentType: 'CARD', expectedPrice: 1 })).headers['x-problem']).toBe(
    'prices_changed',
  )
  const moved = await move(id, seatIds[2], { paymentType: 'CARD', expectedPrice: 10_000 })
  expect(moved.statusCode).toBe(200)
  const after = await orderOf(moved.json().orderId)
  expect(after).toMatchObject({
    total: 10_000,
    paymentType: 'CARD',
    tickets: [{ placeId: seatIds[2], state: 'BOUGHT' }],
  })
  expect((await orderOf(order.id)).tickets).toMatchObject([
    { state: 'REFUNDED', refundInvoiceNumber: expect.any(String) },
  ])
  expect(await pointsOf(ada)).toBe(100)
  await expectCleanBooks(shop.db)
})

test('gives no points again that were spent before a move to another price', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000, startsIn: '-1 hour' })
  await makeLastSeatDear(shop, show)
  const { showId, seatIds } = show
  const ada = await givenUser(shop.db)
  const [{ id }] = (await sold(showId, [{ placeId: seatIds[0] }], ada)).tickets
  await givePoints(ada, -40)
  const moved = await move(id, seatIds[2], { paymentType: 'CARD' })
  expect(await pointsOf(ada)).toBe(60)
  const [{ id: dear }] = (await orderOf(moved.json().orderId)).tickets
  await givePoints(ada, -60)
  await move(dear, seatIds[1], { paymentType: 'CARD' })
  expect(await pointsOf(ada)).toBe(0)
  await expectCleanBooks(shop.db)
})

test('gives no points again that were spent before several moves to other prices', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000, startsIn: '-1 hour' })
  await makeLastSeatDear(shop, show)
  const { showId, seatIds } = show
  const ada = await givenUser(shop.db)
  let [{ id }] = (await sold(showId, [{ placeId: seatIds[0] }], ada)).tickets
  await givePoints(ada, -50)
  for (const seat of [2, 0, 2, 1]) {
    const moved = await move(id, seatIds[seat], { paymentType: 'CARD' })
    ;[{ id }] = (await orderOf(moved.json().orderId)).tickets
    expect(await pointsOf(ada)).toBe(seat === 2 ? 50 : 0)
  }
  await expectCleanBooks(shop.db)
})

test('keeps an offered refund when a ticket moves to another price, and its points count after that', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000, startsIn: '-1 hour' })
  await makeLastSeatDear(shop, show)
  const ada = await givenUser(shop.db)
  const [{ id }] = (await sold(show.showId, [{ placeId: show.seatIds[0] }], ada)).tickets
  const until = new Date(Date.now() + 86_400_000)
  await shop.owner.updateTable('tickets').set({ refundable_until: until }).where('id', '=', id).execute()
  await shop.owner.updateTable('points_entries').set({ counts_from: until }).where('user_id', '=', ada).execute()
  const [{ id: moved }] = (await orderOf((await move(id, show.seatIds[2], { paymentType: 'CARD' })).json().orderId))
    .tickets
  const points = await shop.db
    .selectFrom('points_entries')
    .select(['points', 'counts_from'])
    .where('ticket_id', '=', moved)
    .execute()
  expect(points).toEqual([{ points: 100, counts_from: until }])
  expect((await shop.ask('PUT', `/tickets/${moved}/cancelation`, { as: ada })).statusCode).toBe(200)
  expect(await pointsOf(ada)).toBe(0)
  await expectCleanBooks(shop.db)
})

test('moves a ticket to a dearer place at the price that the show had when it was sold', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 3_000 })
  await makeLastSeatDear(shop, show)
  const order = await sold(show.showId, [{ placeId: show.seatIds[0] }], await givenUser(shop.db))
  await shop.owner
    .updateTable('event_shows')
    .set({ price: cents(6_000) })
    .where('id', '=', show.showId)
    .execute()
  const [{ id }] = order.tickets
  expect((await move(id, show.seatIds[1])).json()).toEqual({ id: order.invoiceId, orderId: order.id })
  const moved = await move(id, show.seatIds[2], { paymentType: 'CARD', expectedPrice: 6_000 })
  expect((await orderOf(moved.json().orderId)).total).toBe(6_000)
  await expectCleanBooks(shop.db)
})

test('keeps the reduction of a ticket when it moves', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000 })
  await makeLastSeatDear(shop, show)
  const order = await sold(show.showId, [{ placeId: show.seatIds[0], price: 2_000 }], await givenUser(shop.db), 'Child')
  const moved = await move(order.tickets[0].id, show.seatIds[2], { paymentType: 'CASH', expectedPrice: 4_000 })
  expect((await orderOf(moved.json().orderId)).total).toBe(4_000)
  await expectCleanBooks(shop.db)
})

test('keeps a free ticket free when it moves', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000 })
  await makeLastSeatDear(shop, show)
  const order = await sold(show.showId, [{ placeId: show.seatIds[0], price: 0 }], await givenUser(shop.db), 'Press')
  expect((await move(order.tickets[0].id, show.seatIds[2])).json()).toEqual({ id: order.invoiceId, orderId: order.id })
  await expectCleanBooks(shop.db)
})

test('refunds after the start, once, and withdraws at most the points that are left', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2, startsIn: '-1 hour' })
  const ada = await givenUser(shop.db)
  const order = await sold(showId, [{ placeId: seatIds[0] }, { placeId: seatIds[1] }], ada)
  const [one, other] = order.tickets
  expect((await shop.ask('PUT', `/tickets/${one.id}/cancelation`, { as: ada })).headers['x-problem']).toBe(
    'ticket_not_refundable',
  )
  await givePoints(ada, -80)
  expect((await refund(one.id, ' ')).statusCode).toBe(422)
  const first = await refund(one.id)
  expect((await refund(one.id)).body).toBe(first.body)
  expect(await pointsOf(ada)).toBe(0)
  expect((await refund(other.id)).statusCode).toBe(200)
  expect(await pointsOf(ada)).toBe(0)
  const log = await shop.db
    .selectFrom('change_log')
    .select(['reason', 'changes'])
    .where('action', '=', 'PAID_BACK')
    .execute()
  expect(log).toHaveLength(2)
  expect(log[0]).toMatchObject({
    reason: 'Ill',
    changes: [
      { field: 'place', to: null },
      { field: 'price', from: 4_550, to: 0 },
    ],
  })
  await expectCleanBooks(shop.db)
})

test('finds orders by number, name, email and seat, and resends the mail', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 3 })
  const ada = await givenUser(shop.db, { firstName: 'Ágnes', email: 'find-me@foyer.example' })
  const order = await sold(showId, [{ placeId: seatIds[1] }], ada)
  const find = async (query: string) => {
    const { elements } = (await shop.ask('GET', `/admin/orders?${query}`, { as: staff })).json()
    return elements.map(({ id }: { id: number }) => id)
  }
  expect(await find(`text=${order.invoiceNumber}`)).toEqual([order.id])
  expect(await find(`text=%23${order.id}`)).toContain(order.id)
  expect(await find('text=agnes')).toEqual([order.id])
  expect(await find('text=FIND-ME')).toEqual([order.id])
  expect(await find(`showId=${showId}&text=seat 2`)).toEqual([order.id])
  expect(await find(`showId=${showId}&text=seat 3`)).toEqual([])
  const move = { as: staff, body: { placeId: seatIds[2] } }
  expect((await shop.ask('PUT', `/admin/tickets/${order.tickets[0].id}/place`, move)).statusCode).toBe(200)
  const moved = (await shop.ask('GET', `/admin/orders/${order.id}`, { as: staff })).json().tickets[0].place
  expect(await find(`showId=${showId}&text=${moved}`)).toEqual([order.id])
  expect(await find(`showId=${showId}&text=seat 2`)).toEqual([order.id])
  expect((await find('sort=total')).length).toBeGreaterThan(3)
  expect((await shop.ask('POST', `/admin/orders/${order.id}/mails`, { as: staff })).statusCode).toBe(204)
  const invoice = await shop.ask('GET', `/admin/invoices/${order.invoiceId}`, { as: staff })
  expect(invoice.json()).toEqual(order.invoice)
})

test('moves, refunds and sales that race for a place keep it for one', async () => {
  const show = await givenShow(shop.db, { seats: 6, standing: 2 })
  const { showId, seatIds, standingPlaceId } = show
  const ada = await givenUser(shop.db)
  const order = await sold(
    showId,
    seatIds.slice(0, 4).map((placeId) => ({ placeId })),
    ada,
  )
  const ids: number[] = order.tickets.map(({ id }: { id: number }) => id)
  const guest = { firstName: 'Max', lastName: 'Walk-in' }
  const replies = await race(24, (index) => {
    const id = ids[index % 4] ?? 0
    if (index % 6 === 5) return refund(id)
    if (index % 6 === 4) {
      const body = { tickets: [{ placeId: seatIds[4] }], guest, paymentType: 'CASH' }
      return shop.ask('POST', `/admin/shows/${showId}/sales`, { as: staff, body })
    }
    return move(id, [seatIds[4], seatIds[5], standingPlaceId][index % 3])
  })
  for (const { statusCode } of replies) expect([200, 201, 409, 422]).toContain(statusCode)
  expect(replies.filter(({ statusCode }) => statusCode < 300).length).toBeGreaterThan(1)
  await expectCleanBooks(shop.db)
})

test('gives no points again that were spent, over a place that earns fewer than were spent', async () => {
  const show = await givenShow(shop.db, { seats: 3, price: 5_000, startsIn: '-1 hour' })
  await makeLastSeatDear(shop, show)
  const { showId, seatIds } = show
  const ada = await givenUser(shop.db)
  let [{ id }] = (await sold(showId, [{ placeId: seatIds[2] }], ada)).tickets
  const moveTo = async (seat: number) => {
    const moved = await move(id, seatIds[seat], { paymentType: 'CARD' })
    ;[{ id }] = (await orderOf(moved.json().orderId)).tickets
    return pointsOf(ada)
  }
  await givePoints(ada, -80)
  expect([await moveTo(0), await moveTo(2)]).toEqual([0, 20])
  await givePoints(ada, -20)
  expect([await moveTo(0), await moveTo(2), await moveTo(1)]).toEqual([0, 0, 0])
  // Points from elsewhere make up for those that were spent, as they do for a ticket that never moved.
  await givePoints(ada, 130)
  await refund(id)
  expect(await pointsOf(ada)).toBe(80)
  await expectCleanBooks(shop.db)
})
