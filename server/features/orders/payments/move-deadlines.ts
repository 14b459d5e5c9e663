import type { PaymentId, ShowId } from '#domain/ids.ts'
import { deadlinesOf, isManualMethod } from '#domain/payments/manual-payments.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { earliest } from './payment-terms.ts'
import { lockPayment, selectOpenPaymentsOfShow, updateTerms } from './payments.sql.ts'
import { selectPendingItems } from './pending-orders.sql.ts'

type Context = Pick<AppContext, 'db' | 'settings'>

/**
 * Plans the deadlines of a show's unpaid manual payments anew after its start moved. Each is changed in a transaction
 * of its own, because a customer is locked before a show.
 */
export async function moveDeadlines(context: Context, showId: ShowId): Promise<void> {
  for (const id of await selectOpenPaymentsOfShow(context.db, showId)) await moveDeadline(context, id)
}

function moveDeadline({ db, settings }: Context, id: PaymentId): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { state, provider, pendingOrderId, orderedAt: now } = await lockPayment(tx, id)
    if (!isManualMethod(provider) || (state !== 'NEW' && state !== 'OPEN')) return
    const { tickets } = await selectPendingItems(tx, pendingOrderId)
    const firstStart = earliest(tickets.map(({ startsAt }) => startsAt))
    const { TRANSFER_DAYS: transferDays, SHOP_TIME_ZONE: timeZone } = settings
    await updateTerms(tx, id, deadlinesOf(provider, { now, firstStart, transferDays, timeZone }))
  })
}
