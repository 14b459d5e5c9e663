import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { makeLastSeatDear } from '#server/testing/dear-seat.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

let shop: PayingShop
let admin: UserId

beforeAll(async () => {
  shop = await openPayingShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

const balanceOf = async (as: UserId) => (await shop.ask('GET', '/users/detail', { as })).json().points
const giveUp = (as: UserId, id: number) => shop.ask('DELETE', `/payments/${id}`, { as })

/** A customer with 260 points of a ticket whose show has begun, all of which a payment of another ticket withholds. */
async function givenWithheld() {
  const show = await givenShow(shop.db, { price: 26_000, startsIn: '2 hours', seats: 2 })
  await makeLastSeatDear(shop, show)
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment({ show, places: show.seatIds.slice(0, 1) })
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  const later = await givenShow(shop.db, { price: 1_000, startsIn: '9 days', seats: 1 })
  const mug = await givenProduct(shop.db, { points: 130, stock: 2 })
  await shiftClock(shop.owner, '3 hours')
  expect(await balanceOf(ada)).toBe(260)
  const merchandiseIds = [await shop.putInCart(ada, mug, 2, true)]
  const open = await shop.start(ada, { ticketIds: await shop.reserve(ada, later, later.seatIds), merchandiseIds })
  expect(await balanceOf(ada)).toBe(0)
  return { ada, ticketId: ticketIds[0], showId: show.showId, dearSeat: show.seatIds[1], open: open.json().id }
}

const refund = (ticketId: number | undefined) =>
  shop.ask('PUT', `/admin/tickets/${ticketId}/refund`, { as: admin, body: { reason: 'Ill' } })

test('withdraws the withheld points of a refunded ticket when their order is given up', async () => {
  const { ada, ticketId, open } = await givenWithheld()
  expect((await refund(ticketId)).statusCode).toBe(200)
  expect(await balanceOf(ada)).toBe(0)
  await giveUp(ada, open)
  expect(await balanceOf(ada)).toBe(0)
})

test('withdraws them once, and leaves those of other tickets', async () => {
  const { ada, ticketId, open } = await givenWithheld()
  await shop.db
    .insertInto('points_entries')
    .values({ user_id: ada, points: 100, reason: 'GIFT', counts_from: new Date() })
    .execute()
  await refund(ticketId)
  expect(await balanceOf(ada)).toBe(0)
  await giveUp(ada, open)
  expect(await balanceOf(ada)).toBe(100)
})

test('lets a paid order spend the points of a refunded ticket', async () => {
  const { ada, ticketId, open } = await givenWithheld()
  await refund(ticketId)
  await shop.stripe.pay(await shop.keyOf(open))
  await shop.look(ada, open)
  expect(await balanceOf(ada)).toBe(0)
})

const moveToDear = ({ ticketId, dearSeat: placeId }: Awaited<ReturnType<typeof givenWithheld>>) =>
  shop.ask('PUT', `/admin/tickets/${ticketId}/place`, { as: admin, body: { placeId, paymentType: 'CASH' } })

test('gives no points again for a moved ticket whose points an order withholds and then spends', async () => {
  const withheld = await givenWithheld()
  const { ada, open } = withheld
  expect((await moveToDear(withheld)).statusCode).toBe(200)
  expect(await balanceOf(ada)).toBe(260)
  await shop.stripe.pay(await shop.keyOf(open))
  await shop.look(ada, open)
  expect(await balanceOf(ada)).toBe(260)
})

test('withdraws the withheld points of a ticket that moved and was refunded', async () => {
  const withheld = await givenWithheld()
  const { ada, open } = withheld
  const moved = (await moveToDear(withheld)).json()
  const order = (await shop.ask('GET', `/admin/orders/${moved.orderId}`, { as: admin })).json()
  expect((await refund(order.tickets[0].id)).statusCode).toBe(200)
  expect(await balanceOf(ada)).toBe(0)
  await giveUp(ada, open)
  expect(await balanceOf(ada)).toBe(0)
})

test('withdraws the withheld points of a ticket that moved and whose show was cancelled', async () => {
  const withheld = await givenWithheld()
  const { ada, open, showId } = withheld
  await moveToDear(withheld)
  const path = `/admin/shows/${showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  await doJobs(shop)
  expect(await balanceOf(ada)).toBe(0)
  await giveUp(ada, open)
  expect(await balanceOf(ada)).toBe(0)
})

test('gives a moved ticket all of its points when the order that withholds the former ones is given up', async () => {
  const withheld = await givenWithheld()
  await moveToDear(withheld)
  await giveUp(withheld.ada, withheld.open)
  expect(await balanceOf(withheld.ada)).toBe(520)
})
