import type { PaymentId, PendingOrderId, TicketId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { isManualMethod } from '#domain/payments/manual-payments.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import {
  EXTENDED_TRIES,
  type PaymentState,
  type RefundReason,
  stepOf,
  TRY_AGAIN_MINUTES,
} from '#domain/payments/payments.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import type { Sighting } from '#server/gateways/payments/provider.ts'
import { lockProducts, returnStock } from '../orders.sql.ts'
import { writeOrder } from '../write-order.ts'
import { settleByDisputes } from './settle-by-disputes.ts'
import { lockPayment, type PaymentRow, updatePaymentState, updateTaken } from './payments.sql.ts'
import { updateLastLook } from './payment-looks.sql.ts'
import {
  deletePaidLines,
  endPendingOrder,
  insertPendingPoints,
  releaseKeptPoints,
  releaseTickets,
  selectPendingItems,
} from './pending-orders.sql.ts'
import { STATE_OF_REFUND } from './refund-states.ts'
import { rebookOrder } from './rebook-order.ts'
import { noteDispute } from './note-dispute.ts'
import { insertReturn, updateRefund } from './refunds.sql.ts'
import { returnPoints } from './return-points.ts'
import { keepWithheldPoints, selectMovedTickets } from './withheld-points.sql.ts'

type Context = Pick<AppContext, 'db' | 'settings' | 'providers'>

/** Something learned of a payment: from an answer, an event, a look, or an administrator. */
export type Learned = {
  sighting: Omit<Sighting, 'ref'>
  /** The number of the look. Undefined for a sighting that no look had, which knows of no refunds. */
  number?: number
  /** Where it was learned, for support. */
  cause: string
  by?: UserId | undefined
  /** Whether the customer may try again soon. Their places then stay reserved for a while. */
  canTryAgain?: boolean
  /** The money that came, if an administrator takes less of it for all. */
  received?: Cents
}

/** Changes a payment by what was learned of it, in a transaction of its own. Returns its state afterwards. */
export function applySighting(context: Context, id: PaymentId, learned: Learned): Promise<PaymentState> {
  return inTransaction(context.db, async (tx) => applyLocked(tx, context, await lockPayment(tx, id), learned))
}

/**
 * Changes a locked payment by what was learned of it. The only function that ends one. Returns its state afterwards.
 */
export async function applyLocked(
  tx: Tx,
  context: Pick<Context, 'settings' | 'providers'>,
  payment: PaymentRow,
  { sighting, number = 0, cause, by, canTryAgain = false, received = payment.amount }: Learned,
): Promise<PaymentState> {
  const { id, state: from } = payment
  const change = async (to: PaymentState) => {
    await updatePaymentState(tx, id, { from, to, cause, by, paidBy: sighting.paidBy })
    return to
  }
  const step = stepOf(payment, sighting)
  const state = await (async () => {
    switch (step.kind) {
      case 'nothing':
        return from
      case 'open':
        return change('OPEN')
      case 'process':
        return change('PROCESSING')
      case 'settle': {
        await settleOrder(tx, context.settings, payment, paidByOf(context, payment, sighting))
        await noteTaken(tx, payment, received)
        return change('TAKEN')
      }
      case 'rebook': {
        const taken = await change('TAKEN')
        const isBooked = await rebookOrder(tx, context.settings, payment, paidByOf(context, payment, sighting))
        await (isBooked ? noteTaken(tx, payment, received) : returnMoney(tx, payment, received, 'LATE'))
        return taken
      }
      case 'return': {
        const taken = await change('TAKEN')
        if (payment.order === 'OPEN') await releaseOrder(tx, payment, false)
        const amount = step.reason === 'MISMATCH' ? cents(sighting.taken?.amount ?? payment.amount) : received
        await returnMoney(tx, payment, amount, step.reason)
        return taken
      }
      case 'release': {
        await releaseOrder(tx, payment, canTryAgain)
        return change('CLOSED')
      }
    }
  })()
  // A look that began earlier may have seen an older state, which differs from a newer one in either direction.
  if (number > payment.lastLook) {
    await updateLastLook(tx, id, number)
    await noteRefunds(tx, payment, sighting)
  }
  return state
}

/** Sends back all money of a locked payment that bought nothing: what came, which may differ from the amount. */
async function returnMoney(
  tx: Tx,
  payment: PaymentRow,
  taken: Cents,
  reason: Exclude<RefundReason, 'TICKET'>,
): Promise<void> {
  await noteTaken(tx, payment, taken)
  await insertReturn(tx, { paymentId: payment.id, amount: taken, reason })
}

/** Notes the money that came for a locked payment, if it is not its amount. Refunds never exceed it. */
async function noteTaken(tx: Tx, { id, amount }: PaymentRow, taken: Cents): Promise<void> {
  if (taken !== amount) await updateTaken(tx, id, taken)
}

/** Names how a payment was made, for the invoice, such as "Visa ending 4242 (test payment)". */
function paidByOf(
  { providers }: Pick<Context, 'providers'>,
  { provider: name, paymentType }: PaymentRow,
  { paidBy = isManualMethod(name) ? paymentTypeName(paymentType) : name }: Learned['sighting'],
): string {
  return providers.some((provider) => provider.name === name && provider.isTest) ? `${paidBy} (test payment)` : paidBy
}

/** Writes the order of a locked payment: from the frozen items at the frozen prices. */
async function settleOrder(
  tx: Tx,
  settings: AppContext['settings'],
  payment: PaymentRow,
  paidBy: string,
): Promise<void> {
  const { pendingOrderId, userId, points, pointsKept, paymentType, itemsFingerprint } = payment
  const { tickets, lines } = await lockPendingItems(tx, pendingOrderId)
  await releaseTickets(tx, { pendingOrderId, tryAgainMinutes: 0, extendedTries: 0 })
  await insertPendingPoints(tx, { userId, pendingOrderId, points }, 'RETURNED')
  await deletePaidLines(tx, userId, lines)
  const invoiceId = await writeOrder(tx, settings, {
    ...{ userId, paymentType, itemsFingerprint, tickets, lines },
    customer: payment,
    paidBy,
  })
  await endPendingOrder(tx, pendingOrderId, invoiceId)
  await releaseKeptPoints(tx, pendingOrderId)
  // It has spent the points of refunded tickets, so they are withdrawn from other open orders.
  await keepWithheldPoints(tx, [{ userId, points: pointsKept }])
}

/** Gives up the order of a locked payment that nobody can pay any more. */
async function releaseOrder(tx: Tx, payment: PaymentRow, canTryAgain: boolean): Promise<void> {
  const { pendingOrderId } = payment
  const moved = payment.points > 0 ? await selectMovedTickets(tx, payment) : []
  const { lines } = await lockPendingItems(
    tx,
    pendingOrderId,
    moved.map(({ id }) => id),
  )
  await endPendingOrder(tx, pendingOrderId, null)
  const tryAgainMinutes = canTryAgain ? TRY_AGAIN_MINUTES : 0
  await releaseTickets(tx, { pendingOrderId, tryAgainMinutes, extendedTries: EXTENDED_TRIES })
  await returnStock(
    tx,
    lines.map(({ item }) => item),
  )
  await returnPoints(tx, payment, moved)
}

/**
 * Locks the items of a pending order, and other tickets, in the lock order, then reads them. Their shows may have moved
 * until then.
 */
async function lockPendingItems(
  tx: Tx,
  id: PendingOrderId,
  others: readonly TicketId[] = [],
): ReturnType<typeof selectPendingItems> {
  const { tickets, lines } = await selectPendingItems(tx, id)
  const ticketIds = [...tickets.map(({ item }) => item.ticketId), ...others]
  if (ticketIds.length > 0) await lockTickets(tx, ticketIds)
  await lockProducts(
    tx,
    lines.map(({ item }) => item.productId),
  )
  return selectPendingItems(tx, id)
}

/** Stores what the provider reports of a payment's refunds and disputes. Skips refunds that this shop did not send. */
async function noteRefunds(tx: Tx, payment: PaymentRow, { refunds, disputes }: Learned['sighting']): Promise<void> {
  for (const { key, ref, state, failure } of refunds) {
    if (key) await updateRefund(tx, { paymentId: payment.id, key }, { state: STATE_OF_REFUND[state], ref, failure })
  }
  for (const dispute of disputes) await noteDispute(tx, payment, dispute)
  await settleByDisputes(tx, payment.id)
}
