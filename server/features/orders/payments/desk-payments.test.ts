import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { lookAtPayment } from './look-at-payment.ts'

const ROUNDS = 8

let shop: ManualShop
let staff: UserId
let admin: UserId

beforeAll(async () => {
  shop = await openManualShop()
  staff = await givenUser(shop.db, { isStaff: true })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(async () => {
  await shiftClock(shop.owner, '0')
  await expectCleanBooks(shop.db)
})
afterAll(() => shop.close())

const settle = (id: PaymentId, receipt = '4711') =>
  shop.ask('POST', `/admin/desk-payments/${id}/settle`, { as: staff, body: { receipt } })
const waiting = async (text: string) =>
  (await shop.ask('GET', `/admin/desk-payments?text=${text}`, { as: staff })).json().elements

test('lists how an order can be paid, and until when', async () => {
  const { elements } = (await shop.ask('GET', '/payments/methods')).json()
  const offered = { isSimulated: false, isTest: false }
  expect(elements).toEqual([
    { method: 'desk', paymentTypes: ['DESK'], offeredUntilMinutes: 30, ...offered },
    { method: 'transfer', paymentTypes: ['TRANSFER'], offeredUntilMinutes: 10_080, ...offered },
  ])
})

test('holds an order until it is paid at the box office, and writes invoice, points and mail', async () => {
  const { ada, id, payment } = await shop.givenOpenPayment('desk')
  expect(payment).toMatchObject({ state: 'OPEN', total: 9_100, redirectUrl: null, invoiceId: null })
  expect(payment.instructions).toEqual({ kind: 'DESK', number: `D-${id}` })
  const [ticket] = (await shop.ask('GET', '/users/tickets', { as: ada })).json().elements
  expect(ticket.reservedUntil).toBe(payment.payUntil)
  expect(Date.parse(ticket.eventShow.startTime) - Date.parse(payment.payUntil)).toBe(30 * 60_000)
  const [found] = await waiting(`D-${id}`)
  expect(found).toMatchObject({ id, firstName: 'Ada', total: 9_100, items: { length: 2 } })
  expect(await waiting(encodeURIComponent('ada łuk'))).toContainEqual(found)

  const { invoiceId } = (await settle(id)).json()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'TAKEN', instructions: null, invoiceId })
  expect((await shop.ask('GET', `/invoices/${invoiceId}`, { as: ada })).json()).toMatchObject({
    ...{ invoiceType: 'NORMAL', total: 9_100, paymentType: 'DESK', paidBy: 'At the box office, receipt 4711' },
    customer: { name: 'Ada', lastName: 'Łukasz' },
  })
  expect(await waiting(`D-${id}`)).toEqual([])
  const mails = await doJobs(shop)
  expect(mails.flatMap(({ subject }) => (subject.startsWith('Your order') ? [subject] : []))).toHaveLength(1)
  const log = (await shop.ask('GET', '/admin/log?kind=PAYMENT', { as: admin })).json()
  expect(log.elements[0]).toMatchObject({ action: 'SETTLED', recordId: id, reason: 'Receipt 4711' })
})

test('sells merchandise at the box office, and offers it to nobody else for a week', async () => {
  const ada = await givenUser(shop.db)
  const mug = await givenProduct(shop.db, { price: 1_290, stock: 1 })
  const body = { merchandiseProductId: mug, quantity: 1, usePoints: false }
  const { id: line } = (await shop.ask('POST', '/merchandise/purchases', { as: ada, body })).json()
  const { id, payUntil } = (await shop.start(ada, 'desk', { merchandiseIds: [line] })).json()
  const stock = async () => (await shop.ask('GET', `/merchandise/products/${mug}`)).json().stock
  expect(await stock()).toBe(0)
  expect(Math.round((Date.parse(payUntil) - Date.now()) / 86_400_000)).toBe(7)
  await shiftClock(shop.owner, '8 days')
  await shop.sweep()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'CLOSED' })
  expect(await stock()).toBe(1)
})

test('releases an order at its deadline, and then refuses its money', async () => {
  const { ada, id, show } = await shop.givenOpenPayment('desk')
  await shiftClock(shop.owner, '9 days 23 hours 40 minutes')
  await shop.sweep()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'CLOSED', instructions: null })
  const refused = await settle(id)
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([409, 'payment_ended'])
  expect(await shop.reserve(await givenUser(shop.db), show, [show.seatIds[0]])).toHaveLength(1)
})

test.each(['desk', 'transfer'] as const)('moves the deadline of %s with the show', async (method) => {
  const { ada, id, show } = await shop.givenOpenPayment(method)
  const admitted = async () => (await shop.ask('GET', `/admin/shows/${show.showId}`, { as: admin })).json()
  const moveTo = async (days: number) => {
    const { event, location, artist, seatingPlan, version, name, price } = await admitted()
    const startTime = new Date(Date.now() + days * 86_400_000)
    const endTime = new Date(startTime.getTime() + 3_600_000)
    const ids = { eventId: event.id, locationId: location.id, artistId: artist.id, seatingPlanId: seatingPlan.id }
    const body = { ...ids, name, price, version, startTime, endTime, isConfirmed: true }
    const { statusCode } = await shop.ask('PUT', `/admin/shows/${show.showId}`, { as: admin, body })
    expect(statusCode).toBe(200)
    await doJobs(shop)
    const { payUntil } = await shop.paymentOf(ada, id)
    return (Date.parse(payUntil) - startTime.getTime()) / 60_000
  }
  const days = (minutes: number) => Math.round(minutes / 1_440)
  const later = await moveTo(20)
  if (method === 'desk') expect(later).toBe(-30)
  else expect(days(later)).toBe(5 - 20)
  expect(await moveTo(2)).toBe(-30)
  await shiftClock(shop.owner, '1 day 23 hours 45 minutes')
  await shop.sweep()
  expect(await shop.paymentOf(ada, id)).toMatchObject({ state: 'CLOSED' })
})

test('is no longer offered half an hour before the show', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { startsIn: '20 minutes' })
  const refused = await shop.start(ada, 'desk', { ticketIds: await shop.reserve(ada, show, [show.seatIds[0]]) })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'This way to pay is offered until 30 minutes before the show. Please choose another one.',
  ])
})

test('accepts only the payment type of the method', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, [show.seatIds[0]])
  const refused = await shop.start(ada, 'desk', { ticketIds, paymentType: 'VISA' })
  expect([refused.statusCode, refused.headers['x-problem']]).toEqual([422, 'payment_type_missing'])
})

test('gives up a payment, whose order is then paid in another way', async () => {
  const { ada, id, ticketIds } = await shop.givenOpenPayment('desk')
  expect((await shop.ask('DELETE', `/payments/${id}`, { as: ada })).json()).toMatchObject({ state: 'CLOSED' })
  expect((await shop.start(ada, 'transfer', { ticketIds })).json()).toMatchObject({
    state: 'OPEN',
    instructions: { kind: 'TRANSFER', iban: 'AT483200000012345864', reference: expect.stringMatching(/^RF\d{10}$/) },
  })
})

test('limits the places of unpaid orders of a customer', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: 12 })
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const open = await shop.start(ada, 'desk', { ticketIds: ticketIds.slice(0, 8) })
  const refused = await shop.start(ada, 'desk', { ticketIds: ticketIds.slice(8, 11) })
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'Orders that wait to be paid at the box office can hold at most 10 places; yours hold 8 already. Please pay for them at the box office, cancel one, or choose another way to pay.',
  ])
  expect((await shop.start(ada, 'desk', { ticketIds: ticketIds.slice(8, 10) })).statusCode).toBe(201)
  await settle(open.json().id)
  expect((await shop.start(ada, 'desk', { ticketIds: ticketIds.slice(10) })).statusCode).toBe(201)
})

test('leaves three of many orders at once open', async () => {
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db, { seats: ROUNDS })
  const ticketIds = await shop.reserve(ada, show, show.seatIds)
  const replies = await race(ROUNDS, (index) => shop.start(ada, 'desk', { ticketIds: [ticketIds[index]] }))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  const [refused, ...others] = replies.flatMap(({ statusCode, body }) => (statusCode === 409 ? [body] : []))
  expect(refused).toMatch(/^At most 3 orders can wait to be paid at the box office\./)
  expect(new Set(others)).toEqual(new Set([refused]))
})

test('leaves the refund of a ticket to an administrator', async () => {
  const { ada, id, ticketIds } = await shop.givenOpenPayment('desk')
  await settle(id, '99')
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  const mails = await doJobs(shop)
  expect(mails.flatMap(({ paragraphs }) => paragraphs)).toContain(
    'You get the money back at the box office, where you paid (At the box office, receipt 99).',
  )
  const read = async () => (await shop.ask('GET', `/admin/payments/${id}`, { as: admin })).json()
  const { needs, refunds } = await read()
  const csv = (await shop.ask('GET', '/admin/exports?list=owed-refunds', { as: admin })).body.split('\r\n')
  expect(csv[1]).toMatch(new RegExp(`^\\d+;${id};desk;.*;45,50;`))
  expect({ needs, refunds }).toMatchObject({ needs: ['REFUND_OWED'], refunds: [{ state: 'OWED', amount: 4_550 }] })
  const refundId: RefundId = refunds[0].id
  const retried = await shop.ask('POST', `/admin/refunds/${refundId}/retry`, { as: admin, body: { reason: 'Again' } })
  expect(retried.statusCode).toBe(409)
  await shop.ask('POST', `/admin/refunds/${refundId}/by-hand`, { as: admin, body: { reason: 'Receipt 100' } })
  expect(await read()).toMatchObject({ needs: [], refunds: [{ state: 'BY_HAND' }] })
})

test('is booked once by two members of staff at once', async () => {
  const { ada, id } = await shop.givenOpenPayment('desk')
  const replies = await race(6, (index) => settle(id, String(index)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const { elements } = (await shop.ask('GET', '/users/orders', { as: ada })).json()
  expect(elements).toHaveLength(1)
})

test('is either booked or released when both happen at the deadline', async () => {
  const outcomes = await race(ROUNDS, async (index) => {
    const { ada, id } = await shop.givenOpenPayment('desk')
    await shop.owner
      .updateTable('payments')
      .set({ pay_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    const release = () => lookAtPayment(shop.context, id, { timeoutMs: 1_000, cause: 'race' })
    const [settled] = index % 2 === 0 ? await Promise.all([settle(id), release()]) : [await settle(id)]
    const { state, invoiceId } = await shop.paymentOf(ada, id)
    expect({ state, isPaid: invoiceId !== null }).toEqual(
      settled.statusCode === 200 ? { state: 'TAKEN', isPaid: true } : { state: 'CLOSED', isPaid: false },
    )
    return settled.statusCode
  })
  expect(outcomes).toContain(200)
})
