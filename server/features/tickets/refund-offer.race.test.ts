import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenArtist, givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const DAY_MS = 86_400_000
const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
let shop: TestShop
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop({ MAX_SHARE_PER_NETWORK: 'off' })
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shiftClock(shop.owner, '0'))
afterAll(() => shop.close())

/** Sells the first seat of a show of 10 euro tomorrow, changes the artist, and offers refunds until a time. */
async function changedShow() {
  const [customer, show] = [await givenUser(shop.db), await givenShow(shop.db, { startsIn: '1 day', price: 1_000 })]
  const ticketId = await buy(customer, show, 0)
  const until = new Date(Date.now() + 3 * DAY_MS)
  expect((await change(show, { refundsUntil: until.toISOString() })).statusCode).toBe(200)
  return { customer, show, ticketId, until }
}

async function buy(as: UserId, { showId, seatIds }: Show, seat: number): Promise<number> {
  const reserved = await shop.ask('POST', '/tickets', {
    ...{ as, body: { eventShowId: showId, seatingPlanPlaceIds: seatIds.slice(seat, seat + 1) } },
  })
  const [ticket] = reserved.json().elements
  const body = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [ticket.id], merchandiseIds: [] }
  expect((await shop.ask('POST', '/orders', { as, body })).statusCode).toBe(201)
  return ticket.id
}

/** Gives a show another artist. */
async function change({ showId }: Show, given: object) {
  const path = `/admin/shows/${showId}`
  const shown = (await shop.ask('GET', path, { as: admin })).json()
  const { name, startTime, endTime, price, location, seatingPlan, version } = shown
  const ids = { artistId: await givenArtist(shop.db), locationId: location.id, seatingPlanId: seatingPlan.id }
  const body = { name, startTime, endTime, price, ...ids, version, isConfirmed: true, ...given }
  return shop.ask('PUT', path, { as: admin, body })
}

const refund = (as: UserId, ticketId: number) => shop.ask('PUT', `/tickets/${ticketId}/cancelation`, { as })

/** Sets the clock to some milliseconds before or after a time. */
const setClock = (time: Date, milliseconds: number) =>
  shiftClock(shop.owner, `${time.getTime() - Date.now() + milliseconds} milliseconds`)

test('refunds tickets sold before the change until the end of the offer, and tells it in the mail', async () => {
  const { customer, show, ticketId, until } = await changedShow()
  const mails = (await doJobs(shop)).filter(({ to, subject }) => to && subject.startsWith('Your show has changed'))
  expect(mails.at(-1)?.paragraphs.join(' ')).toMatch(/on your ticket page until .*, even after the show\./)
  expect(mails.at(-1)?.calendar).toContain('SEQUENCE:2\r\n')
  const late = await buy(customer, show, 1)
  const listed = await shop.ask('GET', '/users/tickets', { as: customer })
  const untils = listed
    .json()
    .elements.map((each: { id: number; refundableUntil?: string }) => [...[each.id, each.refundableUntil]])
  expect(untils).toEqual([
    [ticketId, until.toISOString()],
    [late, undefined],
  ])

  await shiftClock(shop.owner, '2 days')
  expect((await refund(customer, late)).headers['x-problem']).toBe('ticket_not_refundable')
  expect((await shop.ask('GET', '/users/detail', { as: customer })).json().points).toBe(10)
  expect((await refund(customer, ticketId)).statusCode).toBe(200)
  await shiftClock(shop.owner, '4 days')
  expect((await shop.ask('GET', '/users/detail', { as: customer })).json().points).toBe(10)
  await expectCleanBooks(shop.db)
})

test('refuses an end of the offer before the start, and ignores one that nobody is told of', async () => {
  const [customer, show] = [await givenUser(shop.db), await givenShow(shop.db, { startsIn: '1 day' })]
  const early = { refundsUntil: new Date(Date.now() + DAY_MS / 2).toISOString() }
  expect((await change(show, early)).body).toContain(
    'refundsUntil: Tickets can be refunded until the show starts anyway',
  )
  const later = { refundsUntil: new Date(Date.now() + 2 * DAY_MS).toISOString() }
  expect((await change(show, later)).statusCode).toBe(200)
  await buy(customer, show, 0)
  const [ticket] = (await shop.ask('GET', '/users/tickets', { as: customer })).json().elements
  expect(ticket.refundableUntil).toBeUndefined()
})

test.each([
  ['refuses a refund that waits for its ticket beyond the end of the offer', 1_000, 409],
  ['control: makes the refund if the ticket is free before the end', -60_000, 200],
])('%s', async (_, milliseconds, status) => {
  const { customer, ticketId, until } = await changedShow()
  await setClock(until, -60_000)
  const reply = await shop.owner.transaction().execute(async (tx) => {
    await tx
      .selectFrom('tickets')
      .select('id')
      .where('id', '=', ticketId as never)
      .forUpdate()
      .execute()
    const waiting = refund(customer, ticketId)
    expect(await Promise.race([waiting, pause(200, 'still waiting')])).toBe('still waiting')
    await setClock(until, milliseconds)
    return { waiting }
  })
  expect((await reply.waiting).statusCode).toBe(status)
  await expectCleanBooks(shop.db)
})

/** Spends ten points on a product. */
async function spend(as: UserId, productId: number) {
  const line = { merchandiseProductId: productId, quantity: 1, usePoints: true }
  const { id } = (await shop.ask('POST', '/merchandise/purchases', { as, body: line })).json()
  const body = { userPaymentInfoDto, paymentType: 'VISA', ticketIds: [], merchandiseIds: [id] }
  return shop.ask('POST', '/orders', { as, body })
}

test('either refunds a ticket or spends its points around the end of the offer, never both', async () => {
  const productId = await givenProduct(shop.db, { price: 100, points: 10, stock: 100, itemsPerCustomer: 9 })
  const outcomes = new Set<string>()
  for (const [clock, refundAt, spendAt] of [
    [-60_000, 0, 0],
    [-60, 60, 60],
    [-60, 55, 65],
    [-60, 65, 55],
    [-60, 58, 62],
    [1_000, 0, 0],
  ] as const) {
    const { customer, ticketId, until } = await changedShow()
    await setClock(until, clock)
    const [refunded, spent] = await Promise.all([
      pause(refundAt).then(() => refund(customer, ticketId)),
      pause(spendAt).then(() => spend(customer, productId)),
    ])
    expect([refunded.statusCode, spent.statusCode]).not.toEqual([200, 201])
    expect([refunded, spent].filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    outcomes.add(refunded.statusCode === 200 ? 'refunded' : 'kept')
    await setClock(until, DAY_MS)
    await expectCleanBooks(shop.db)
    await shiftClock(shop.owner, '0')
  }
  expect([...outcomes].toSorted()).toEqual(['kept', 'refunded'])
})

// Control: an offer that leaves the points as they were lets a customer spend them and return the ticket.
test('control: points that count before the offer ends leave a negative balance', async () => {
  const productId = await givenProduct(shop.db, { price: 100, points: 10, stock: 100, itemsPerCustomer: 9 })
  const [customer, show] = [await givenUser(shop.db), await givenShow(shop.db, { startsIn: '1 day', price: 1_000 })]
  const ticketId = await buy(customer, show, 0)
  const refundable_until = new Date(Date.now() + 3 * DAY_MS)
  await shop.owner
    .updateTable('tickets')
    .set({ refundable_until })
    .where('id', '=', ticketId as never)
    .execute()
  await shiftClock(shop.owner, '2 days')
  expect((await spend(customer, productId)).statusCode).toBe(201)
  expect((await refund(customer, ticketId)).statusCode).toBe(200)
  await shiftClock(shop.owner, '4 days')
  expect((await selectViolations(shop.db)).map(({ rule }) => rule)).toContain('a balance of points is never negative')
})
