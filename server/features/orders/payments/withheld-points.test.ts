import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
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

/** Starts a payment of a ticket that withholds points for mugs at 130 points. */
async function startWithPoints(ada: UserId, mugs: number): Promise<PaymentId> {
  const later = await givenShow(shop.db, { price: 1_000, startsIn: '9 days', seats: 1 })
  const mug = await givenProduct(shop.db, { points: 130, stock: mugs })
  const merchandiseIds = [await shop.putInCart(ada, mug, mugs, true)]
  const open = await shop.start(ada, { ticketIds: await shop.reserve(ada, later, later.seatIds), merchandiseIds })
  return open.json().id
}

const givePoints = (ada: UserId, points: number) =>
  shop.db
    .insertInto('points_entries')
    .values({ user_id: ada, points, reason: 'GIFT', counts_from: new Date(0) })
    .execute()

/**
 * A customer with 260 points of a ticket whose show has begun, or 520 of a dear one, all of which a payment of another
 * ticket withholds.
 */
async function givenWithheld({ isDear = false } = {}) {
  const show = await givenShow(shop.db, { price: 26_000, startsIn: '2 hours', seats: 2 })
  await makeLastSeatDear(shop, show)
  const [seat, dearSeat] = show.seatIds
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment({ show, places: [isDear ? dearSeat : seat] })
  await shop.stripe.pay(key)
  await shop.look(ada, id)
  await shiftClock(shop.owner, '3 hours')
  expect(await balanceOf(ada)).toBe(isDear ? 520 : 260)
  const open = await startWithPoints(ada, isDear ? 4 : 2)
  expect(await balanceOf(ada)).toBe(0)
  return { ada, ticketId: ticketIds[0], showId: show.showId, seat, dearSeat, open }
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
  await givePoints(ada, 100)
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

type Withheld = Awaited<ReturnType<typeof givenWithheld>>
const moveTo = (ticketId: number | undefined, placeId: number | undefined) =>
  shop.ask('PUT', `/admin/tickets/${ticketId}/place`, { as: admin, body: { placeId, paymentType: 'CASH' } })
const moveToDear = ({ ticketId, dearSeat }: Withheld) => moveTo(ticketId, dearSeat)

test('gives no points again for a moved ticket whose points an order withholds and then spends', async () => {
  const withheld = await givenWithheld()
  const { ada, open } = withheld
  expect((await moveToDear(withheld)).statusCode).toBe(200)
  expect(await balanceOf(ada)).toBe(260)
  await shop.stripe.pay(await shop.keyOf(open))
  await shop.look(ada, open)
  expect(await balanceOf(ada)).toBe(260)
})

/** Returns the ticket that a move to another price has sold. */
async function movedTicket(moving: ReturnType<typeof moveTo>): Promise<number> {
  const { orderId } = (await moving).json()
  return (await shop.ask('GET', `/admin/orders/${orderId}`, { as: admin })).json().tickets[0].id
}

async function cancelShow({ showId }: Withheld) {
  const path = `/admin/shows/${showId}/cancellation`
  expect((await shop.ask('POST', path, { as: admin, body: { reason: 'Fire.' } })).statusCode).toBe(201)
  await doJobs(shop)
}

test('withdraws the withheld points of a ticket that moved and was refunded', async () => {
  const withheld = await givenWithheld()
  const { ada, open } = withheld
  const moved = await movedTicket(moveToDear(withheld))
  expect((await refund(moved)).statusCode).toBe(200)
  expect(await balanceOf(ada)).toBe(0)
  await giveUp(ada, open)
  expect(await balanceOf(ada)).toBe(0)
})

test('withdraws the withheld points of a ticket that moved and whose show was cancelled', async () => {
  const withheld = await givenWithheld()
  const { ada, open } = withheld
  await moveToDear(withheld)
  await cancelShow(withheld)
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

describe('a ticket that moved to a cheaper place while an order withholds its points', () => {
  let withheld: Withheld
  let cheap: number
  beforeEach(async () => {
    withheld = await givenWithheld({ isDear: true })
    cheap = await movedTicket(moveTo(withheld.ticketId, withheld.seat))
    expect(await balanceOf(withheld.ada)).toBe(0)
  })
  const pay = async ({ ada, open }: Withheld) => {
    await shop.stripe.pay(await shop.keyOf(open))
    await shop.look(ada, open)
  }

  test('gets all of them again if it moves back before the order is given up', async () => {
    await moveTo(cheap, withheld.dearSeat)
    await giveUp(withheld.ada, withheld.open)
    expect(await balanceOf(withheld.ada)).toBe(520)
  })

  test('keeps those of its price when the order is given up, and earns the others if it moves back', async () => {
    await giveUp(withheld.ada, withheld.open)
    expect(await balanceOf(withheld.ada)).toBe(260)
    await moveTo(cheap, withheld.dearSeat)
    expect(await balanceOf(withheld.ada)).toBe(520)
  })

  test('earns none again if the order is paid', async () => {
    await pay(withheld)
    await moveTo(cheap, withheld.dearSeat)
    expect(await balanceOf(withheld.ada)).toBe(0)
  })

  test.each(['refunded', 'cancelled with its show'])('loses them when it is %s', async (end) => {
    await (end === 'refunded' ? refund(cheap) : cancelShow(withheld))
    await giveUp(withheld.ada, withheld.open)
    expect(await balanceOf(withheld.ada)).toBe(0)
  })

  test('takes none from an order that began later', async () => {
    const { ada } = withheld
    await pay(withheld)
    await givePoints(ada, 130)
    await giveUp(ada, await startWithPoints(ada, 1))
    expect(await balanceOf(ada)).toBe(130)
  })
})

test('withdraws the points of a refunded ticket from another order when the first one is paid', async () => {
  const { ada, ticketId, open } = await givenWithheld()
  await givePoints(ada, 260)
  const other = await startWithPoints(ada, 2)
  await refund(ticketId)
  await shop.stripe.pay(await shop.keyOf(open))
  await shop.look(ada, open)
  await giveUp(ada, other)
  expect(await balanceOf(ada)).toBe(0)
})
