import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { selectCancellation } from './cancellations.sql.ts'
import { refundCancelledShow } from './refund-cancelled-show.ts'

const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }
const BUYERS = 40
/** Buyers who come when the show is cancelled. */
const LATE_BUYERS = 4

let shop: TestShop
let admin: UserId
let buyers: UserId[]

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => givenUser(shop.db)))
})
afterAll(() => shop.close())

/** Reserves and orders a seat and a standing place. Returns the statuses of both calls. */
async function buy(as: UserId, { showId, seatIds, standingPlaceId }: Show, index: number): Promise<number[]> {
  const places = [seatIds[index % seatIds.length], standingPlaceId]
  const body = { eventShowId: showId, seatingPlanPlaceIds: places }
  const reserved = await shop.ask('POST', '/tickets', { as, body })
  if (reserved.statusCode !== 201) return [reserved.statusCode]
  const ticketIds = reserved.json().elements.map(({ id }: { id: number }) => id)
  const ordered = await shop.ask('POST', '/orders', { as, body: { ...PAYMENT, ticketIds } })
  return [reserved.statusCode, ordered.statusCode]
}

const cancel = ({ showId }: Show) =>
  shop.ask('POST', `/admin/shows/${showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })

/**
 * Cancels a show while most buyers reserve, order and refund. `refund` runs after the cancellation, beside the rest.
 */
async function rush(show: Show, refund: () => Promise<void>): Promise<number[][]> {
  const accepted = Promise.withResolvers<void>()
  const buying = race(BUYERS, async (index) => {
    if (index >= BUYERS - LATE_BUYERS) await accepted.promise
    const as = buyers[index] as UserId
    const statuses = await buy(as, show, index)
    const { elements } = (await shop.ask('GET', `/users/tickets?eventShowId=${show.showId}`, { as })).json()
    const [bought] = elements.filter(({ ticketState }: { ticketState: string }) => ticketState === 'BOUGHT')
    if (index % 3 === 0 && bought) await shop.ask('PUT', `/tickets/${bought.id}/cancelation`, { as })
    return statuses
  })
  const cancelling = (async () => {
    while ((await selectCancellation(shop.db, show.showId))?.open.tickets === 0) await Promise.resolve()
    const { statusCode } = await cancel(show).finally(accepted.resolve)
    expect(statusCode).toBe(201)
    await refund()
  })()
  const [statuses] = await Promise.all([buying, cancelling])
  return statuses
}

test('leaves no ticket of a show cancelled during a rush, and refunds each that was sold', async () => {
  const show = await givenShow(shop.db, { seats: BUYERS, standing: BUYERS })
  const statuses = await rush(show, () => refundCancelledShow(shop.context, show))
  // Some were sold before, some refused after.
  expect(statuses.some((each) => each.join() === '201,201')).toBe(true)
  expect(statuses.some((each) => each.at(-1) !== 201)).toBe(true)
  expect(await selectCancellation(shop.db, show.showId)).toMatchObject({
    doneAt: expect.any(Date),
    open: { tickets: 0 },
    reservations: 0,
  })
  await expectCleanBooks(shop.db)
})

test('control: without the refunds, the rush leaves sold tickets', async () => {
  const show = await givenShow(shop.db, { seats: BUYERS, standing: BUYERS })
  await rush(show, () => Promise.resolve())
  const left = await selectCancellation(shop.db, show.showId)
  expect(left?.open.tickets).toBeGreaterThan(0)
  expect(left?.doneAt).toBeNull()
})
