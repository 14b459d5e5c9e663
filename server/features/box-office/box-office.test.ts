import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShowId, UserId } from '#domain/ids.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: TestShop
let staff: UserId

beforeAll(async () => {
  shop = await openTestShop()
  staff = await givenUser(shop.db, { isStaff: true })
})
afterAll(() => shop.close())

const guest = { firstName: 'Max', lastName: 'Walk-in' }
const sell = (showId: ShowId, body: object, headers: Record<string, string> = {}) =>
  shop.ask('POST', `/admin/shows/${showId}/sales`, { as: staff, body: { paymentType: 'CASH', ...body }, headers })
const orderOf = async (orderId: number) => (await shop.ask('GET', `/admin/orders/${orderId}`, { as: staff })).json()
const ticketsToPrint = async (orderId: number) =>
  (await shop.ask('GET', `/admin/orders/${orderId}/printable-tickets`, { as: staff })).json()
const holdsOf = async (showId: ShowId) =>
  (await shop.ask('GET', `/admin/shows/${showId}/holds`, { as: staff })).json().elements
const pointsOf = async (id: UserId) => {
  const rows = await shop.db.selectFrom('points_entries').select('points').where('user_id', '=', id).execute()
  return rows.reduce((sum, { points }) => sum + points, 0)
}

test('sells free places to a customer with invoice, points and mail', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 2, standing: 2 })
  const userId = await givenUser(shop.db, { firstName: 'Zoë', email: 'zoe@foyer.example' })
  const found = (await shop.ask('GET', '/admin/buyers?text=ZOE', { as: staff })).json()
  expect(found.elements).toMatchObject([{ id: userId, email: 'zoe@foyer.example' }])
  const tickets = [...seatIds, standingPlaceId, standingPlaceId].map((placeId) => ({ placeId }))
  const sold = await sell(showId, { tickets, userId, expectedTotal: 4 * 4_550 })
  expect(sold.statusCode).toBe(201)
  const order = await orderOf(sold.json().orderId)
  expect(order).toMatchObject({ total: 18_200, paymentType: 'CASH', firstName: 'Zoë', email: 'zoe@foyer.example' })
  expect(order.invoice).toMatchObject({
    invoiceType: 'NORMAL',
    items: Array.from({ length: 4 }, () => ({ price: 4_550, VAT: 13 })),
  })
  // Codes of customers are for their own eyes.
  expect(await ticketsToPrint(order.id)).toMatchObject({ total: 0, elements: [] })
  expect(await pointsOf(userId)).toBe(4 * 45)
  expect(await doJobs(shop)).toMatchObject([{ to: { email: 'zoe@foyer.example' } }])
  expect((await shop.ask('GET', '/users/tickets', { as: userId })).json().total).toBe(4)
  await expectCleanBooks(shop.db)
})

test('says that the money of a ticket sold at the desk is paid back there', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2 })
  const userId = await givenUser(shop.db)
  const paidBy: string[] = []
  for (const [index, paymentType] of ['CASH', 'CARD'].entries()) {
    const { id } = (await sell(showId, { tickets: [{ placeId: seatIds[index] }], userId, paymentType })).json()
    await doJobs(shop)
    const sale = (await shop.ask('GET', `/invoices/${id}`, { as: userId })).json()
    const [ticket] = (await shop.ask('GET', '/users/tickets', { as: userId })).json().elements
    const refund = (await shop.ask('PUT', `/tickets/${ticket.id}/cancelation`, { as: userId })).json()
    const cancel = (await shop.ask('GET', `/invoices/${refund.id}`, { as: userId })).json()
    paidBy.push(sale.paidBy, cancel.paidBy)
    const [mail] = await doJobs(shop)
    expect(mail?.paragraphs).toContain(`You get the money back at the box office, where you paid (${cancel.paidBy}).`)
  }
  expect(paidBy).toEqual([null, 'At the box office, cash', null, 'At the box office, card'])
})

test('sells held places to a guest with a name only: reduced, free, without points and mail', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 3 })
  const body = { placeIds: seatIds, reason: 'Press' }
  await shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body })
  const [{ tickets: held }] = await holdsOf(showId)
  const tickets = held.slice(0, 2).map(({ id, placeId }: { id: number; placeId: number }, index: number) => ({
    ...{ placeId, held: id, price: index === 0 ? 2_000 : 0 },
  }))
  expect((await sell(showId, { tickets, guest })).body).toBe('reason: Value is required')
  const sold = await sell(showId, { tickets, guest, reason: 'Student, press' })
  expect(sold.statusCode).toBe(201)
  const order = await orderOf(sold.json().orderId)
  expect(order).toMatchObject({ total: 2_000, lastName: 'Walk-in', email: '' })
  const printed = await ticketsToPrint(order.id)
  expect(printed.elements).toMatchObject([
    { orderNumber: order.invoiceNumber, price: 2_000 },
    { orderNumber: order.invoiceNumber, price: 0 },
  ])
  const { id: ticketId, code } = printed.elements[0]
  const check = await shop.ask('POST', `/admin/shows/${showId}/ticket-checks`, { as: staff, body: { code } })
  expect(check.json()).toEqual({ verdict: 'VALID', ticketId })
  expect(order.invoice.items.map(({ price, points }: { price: number; points: number }) => [price, points])).toEqual([
    [2_000, 0],
    [0, 0],
  ])
  expect((await holdsOf(showId))[0].tickets).toHaveLength(1)
  expect(await doJobs(shop)).toEqual([])
  const mail = await shop.ask('POST', `/admin/orders/${order.id}/mails`, { as: staff })
  expect([mail.statusCode, mail.headers['x-problem']]).toEqual([409, 'no_email_address'])
  const log = await shop.db
    .selectFrom('change_log')
    .select(['action', 'actor_id', 'reason'])
    .where('kind', '=', 'ORDER')
    .where('record_id', '=', order.id)
    .execute()
  expect(log).toEqual([{ action: 'SOLD', actor_id: staff, reason: 'Student, press' }])
  await expectCleanBooks(shop.db)
})

test('gives free tickets without a payment, and never lets customers pay as at the desk', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2 })
  const free = { tickets: [{ placeId: seatIds[0], price: 0 }], guest, reason: 'Artist', paymentType: undefined }
  const order = await orderOf((await sell(showId, free)).json().orderId)
  expect(order).toMatchObject({ total: 0, paymentType: null })
  const ada = await givenUser(shop.db)
  const reserve = { eventShowId: showId, seatingPlanPlaceIds: [seatIds[1]] }
  const { elements } = (await shop.ask('POST', '/tickets', { as: ada, body: reserve })).json()
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { userPaymentInfoDto, paymentType: 'CASH', ticketIds: [elements[0].id] }
  expect((await shop.ask('POST', '/orders', { as: ada, body })).statusCode).toBe(422)
  await expectCleanBooks(shop.db)
})

test('repeats the answer for the same key, and refuses wrong prices, taken places and shows that are over', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 2 })
  const tickets = [{ placeId: seatIds[0] }]
  const refused = async (body: object) => {
    const { statusCode, headers } = await sell(showId, { tickets, guest, ...body })
    return [statusCode, headers['x-problem']]
  }
  expect(await refused({ expectedTotal: 1 })).toEqual([409, 'prices_changed'])
  expect(await refused({ paymentType: undefined })).toEqual([422, 'payment_type_missing'])
  expect(await refused({ tickets: [{ placeId: seatIds[0], price: 5_000 }] })).toEqual([422, 'invalid_fields'])
  expect(await refused({ guest: undefined })).toEqual([422, 'invalid_fields'])
  expect(await refused({ userId: 999_999 })).toEqual([404, 'not_found'])
  const headers = { 'idempotency-key': 'one sale' }
  const first = await sell(showId, { tickets, guest }, headers)
  expect((await sell(showId, { tickets, guest }, headers)).body).toBe(first.body)
  expect(await refused({})).toEqual([409, 'seats_taken'])
  expect(await refused({ tickets: [{ placeId: seatIds[1], held: 999_999 }] })).toEqual([409, 'places_not_held'])
  const over = await givenShow(shop.db, { startsIn: '-3 hours' })
  expect((await sell(over.showId, { tickets: [{ placeId: over.seatIds[0] }], guest })).headers['x-problem']).toBe(
    'show_over',
  )
  const running = await givenShow(shop.db, { startsIn: '-1 hour' })
  expect((await sell(running.showId, { tickets: [{ placeId: running.seatIds[0] }], guest })).statusCode).toBe(201)
  await expectCleanBooks(shop.db)
})

test('sells a reservation at the desk, or releases it', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 1, standing: 1 })
  const ada = await givenUser(shop.db)
  const reserve = { eventShowId: showId, seatingPlanPlaceIds: [...seatIds, standingPlaceId] }
  const { elements } = (await shop.ask('POST', '/tickets', { as: ada, body: reserve })).json()
  const [seat, standing] = elements.map(({ id }: { id: number }) => id)
  const doors = async () => (await shop.ask('GET', `/admin/shows/${showId}/door-list`, { as: staff })).json().entries
  expect((await doors()).map(({ state }: { state: string }) => state)).toEqual(['RESERVED', 'RESERVED'])
  const body = { ticketIds: [seat], paymentType: 'CARD', expectedTotal: 4_550 }
  const paid = await shop.ask('POST', '/admin/reservations/payments', { as: staff, body })
  expect(paid.statusCode).toBe(201)
  expect((await shop.ask('POST', '/admin/reservations/payments', { as: staff, body })).headers['x-problem']).toBe(
    'already_bought',
  )
  expect((await shop.ask('DELETE', `/admin/reservations/${standing}`, { as: staff })).statusCode).toBe(204)
  expect((await shop.ask('DELETE', `/admin/reservations/${standing}`, { as: staff })).statusCode).toBe(204)
  expect((await shop.ask('DELETE', `/admin/reservations/${seat}`, { as: staff })).headers['x-problem']).toBe(
    'ticket_bought',
  )
  expect(await doors()).toMatchObject([{ id: seat, state: 'BOUGHT', invoiceNumber: expect.any(String), isHeld: false }])
  await expectCleanBooks(shop.db)
})

test('sells reservations of two shows: points of each count from its start, the invoice names the later day', async () => {
  const shows = [await givenShow(shop.db, { startsIn: '2 days' }), await givenShow(shop.db, { startsIn: '20 days' })]
  const userId = await givenUser(shop.db)
  const ticketIds: number[] = []
  for (const { showId, seatIds } of shows) {
    const reserved = { eventShowId: showId, seatingPlanPlaceIds: seatIds.slice(0, 1) }
    const reply = await shop.ask('POST', '/tickets', { as: userId, body: reserved })
    ticketIds.push(reply.json().elements[0].id)
  }
  const body = { ticketIds, paymentType: 'CASH' }
  const paid = await shop.ask('POST', '/admin/reservations/payments', { as: staff, body })
  const starts = await shop.db
    .selectFrom('event_shows')
    .select('starts_at')
    .where(
      'id',
      'in',
      shows.map(({ showId }) => showId),
    )
    .orderBy('starts_at')
    .execute()
  const entries = await shop.db
    .selectFrom('points_entries')
    .select('counts_from')
    .where('user_id', '=', userId)
    .orderBy('counts_from')
    .execute()
  expect(entries.map(({ counts_from: from }) => from)).toEqual(starts.map(({ starts_at: start }) => start))
  const invoice = await shop.db
    .selectFrom('invoices')
    .select('delivery_at')
    .where('id', '=', paid.json().id)
    .executeTakeFirstOrThrow()
  expect(invoice.delivery_at).toEqual(starts[1]?.starts_at)
  await expectCleanBooks(shop.db)
})

test('holds places of a show that visitors do not see yet, and sells them from its publication on', async () => {
  const { showId, seatIds, seatingPlanId } = await givenShow(shop.db, { seats: 3 })
  const [first, second, third] = seatIds
  const admin = await givenUser(shop.db, { isAdmin: true })
  const publish = (body: object) => shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body })
  await publish({ isDraft: true, version: 1 })

  const customer = await givenUser(shop.db)
  const details = [
    `/eventshows/${showId}`,
    `/seatingplans/event-show/${showId}`,
    `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`,
    `/seatingplans/capacity?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`,
  ]
  for (const path of details) {
    const statusOf = async (as?: UserId) => (await shop.ask('GET', path, { as })).statusCode
    expect([path, await statusOf(staff), await statusOf(customer), await statusOf()]).toEqual([path, 200, 404, 404])
  }
  expect((await shop.ask('GET', `/eventshows/${showId}`, { as: staff })).json()).toMatchObject({ isHidden: true })

  const body = { placeIds: [first, second], reason: 'Press' }
  expect((await shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body })).statusCode).toBe(201)
  const [{ tickets: held }] = await holdsOf(showId)
  const ofHeld = { tickets: [{ placeId: held[0].placeId, held: held[0].id }], guest }
  const ofFree = { tickets: [{ placeId: third, price: 0 }], guest, reason: 'Gift' }
  for (const sale of [ofHeld, ofFree]) expect((await sell(showId, sale)).headers['x-problem']).toBe('show_off_sale')

  await publish({ version: 2, saleEndsAt: new Date(Date.now() - 60_000).toISOString() })
  const shown = (await shop.ask('GET', `/eventshows/${showId}`)).json()
  expect([shown.isOffSale, shown.isHidden]).toEqual([true, undefined])
  const sold = await sell(showId, ofHeld)
  expect(sold.statusCode).toBe(201)

  await publish({ isDraft: true, version: 3 })
  const [ticket] = (await orderOf(sold.json().orderId)).tickets
  const move = { as: staff, body: { placeId: third } }
  expect((await shop.ask('PUT', `/admin/tickets/${ticket.id}/place`, move)).statusCode).toBe(200)
  const refund = { as: staff, body: { reason: 'Taken back' } }
  expect((await shop.ask('PUT', `/admin/tickets/${ticket.id}/refund`, refund)).statusCode).toBe(200)
  await expectCleanBooks(shop.db)
})
