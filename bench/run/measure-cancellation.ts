import type { UserId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { cancelShow } from '#server/features/cancellations/cancel-show.ts'
import { selectCancellation } from '#server/features/cancellations/cancellations.sql.ts'
import { refundCancelledShow } from '#server/features/cancellations/refund-cancelled-show.ts'
import { orderingTogether } from '#server/features/orders/order-together.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { givenReservations } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import type { Bench } from '../shared/fresh-shop.ts'
import { measure } from '../shared/measure.ts'

const ORDERS = 10_000
const TICKETS_PER_ORDER = 2
const USER_INFO = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

export const CANCELLED_TICKETS = ORDERS * TICKETS_PER_ORDER
export const CANCELLATION_GOAL_SECONDS = 120

/** Measures the seconds in which one server refunds a cancelled show of 20,000 tickets, and audits the books. */
export async function measureCancellation(bench: Bench): Promise<{ seconds: number; violations: number }> {
  const { db } = bench
  const show = await givenShow(db, { standing: CANCELLED_TICKETS })
  const userIds: UserId[] = []
  for (let count = 0; count < ORDERS; count += 1) userIds.push(await givenUser(db))
  const reserved = [...(await givenReservations(db, show, { userIds, each: TICKETS_PER_ORDER }))]
  const together = orderingTogether(bench)
  await measure('orders', { times: ORDERS, atOnce: 16 }, async (index) => {
    const [userId, ticketIds] = reserved[index] as (typeof reserved)[number]
    const order = { userPaymentInfoDto: USER_INFO, paymentType: 'VISA' as const, ticketIds, merchandiseIds: [] }
    await placeOrder(bench, { userId, order }, together, (work) => work())
  })

  const begin = performance.now()
  await cancelShow(db, { by: await givenUser(db, { isAdmin: true }), showId: show.showId, reason: 'Fire.' })
  while (!(await selectCancellation(db, show.showId))?.doneAt) await refundCancelledShow(bench, show)
  const seconds = (performance.now() - begin) / 1_000
  return { seconds, violations: (await selectViolations(db)).length }
}
