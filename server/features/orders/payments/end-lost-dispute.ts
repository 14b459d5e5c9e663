import { missingPoints, pointsToWithdraw } from '#domain/shows/cancelled-show.ts'
import type { InvoiceId, PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { cents, sumOf } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertInvoice } from '#server/features/invoices/invoices.sql.ts'
import { enqueueHolderNews } from '#server/features/mail/holder-news/holder-news.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { insertPointsEntries, selectPointsBalances } from '#server/features/points/points.sql.ts'
import { lockStanding, vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { updateTicketsRefunded } from '#server/features/tickets/refunded-tickets.sql.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import { selectUnsent } from './dispute-shares.sql.ts'
import { insertShares, settleByDisputes, settleRefunds } from './settle-by-disputes.ts'
import { type PaidItem, selectDispute, selectPaidItemsLeft, updateDisputeEnded } from './lost-disputes.sql.ts'
import { paymentRecord } from './payment-record.ts'
import { lockPayment, selectPayment } from './payments.sql.ts'
import { enqueueRefundsOf, isRefundUnderWay } from './refunds.sql.ts'
import { keepWithheldPoints } from './withheld-points.sql.ts'

type Ending = {
  id: PaymentId
  ref: string
  by: UserId
  reason: string
  itemIds: readonly number[]
  refundIds: readonly RefundId[]
}

/**
 * Ends a lost dispute: cancels items of the payment by one CANCEL invoice without a refund, because the bank has taken
 * the money, and settles refunds that waited. Items that are left can be refunded again, less what the bank took that
 * nothing explains. Throws `dispute_not_lost` for any other dispute, `dispute_smaller` if the bank took less, by it and
 * by disputes that were ended without enough items, `changed_meanwhile` for items that are cancelled, and
 * `refund_under_way` while the provider may still take a refund as it was.
 */
export async function endLostDispute({ db, settings }: AppContext, ending: Ending): Promise<void> {
  const { id, ref, by, reason, itemIds, refundIds } = ending
  await inTransaction(db, async (tx) => {
    if (!(await selectPayment(tx, id))) throw problem('not_found', { what: 'payment' })
    const { provider } = await lockPayment(tx, id)
    const of = { paymentId: id, ref }
    const dispute = await selectDispute(tx, of)
    if (!dispute) throw problem('not_found', { what: 'dispute' })
    if (dispute.state !== 'LOST' || dispute.endedAt) throw problem('dispute_not_lost')
    if (await isRefundUnderWay(tx, id)) throw problem('refund_under_way')
    const items = await lockPaidItems(tx, id, new Set(itemIds))
    const refunds = (await selectUnsent(tx, id)).filter((refund) => refundIds.includes(refund.id))
    if (items.length < new Set(itemIds).size || refunds.length < new Set(refundIds).size) {
      throw problem('changed_meanwhile', { what: 'payment', fields: [] })
    }
    const cost = costOf(items)
    const chosen = sumOf([cost, ...refunds.map(({ amount }) => amount)])
    if (chosen > dispute.left) throw problem('dispute_smaller', { chosen, taken: dispute.left })
    const cancelInvoiceId = await cancelItems(tx, settings, items)
    await updateDisputeEnded(tx, of, cancelInvoiceId)
    // The dispute takes the items first, so its invoice always has a part of it.
    const ofOthers = cents(Math.max(0, cost - dispute.amount))
    if (cancelInvoiceId !== null) await insertShares(tx, id, { invoiceId: cancelInvoiceId, amount: ofOthers })
    await settleRefunds(tx, of, refunds)
    await settleByDisputes(tx, id)
    await enqueueRefundsOf(tx, id)
    await logChange(tx, {
      ...{ by, reason, action: cancelInvoiceId === null ? 'EDITED' : 'CANCELLED' },
      record: paymentRecord({ id, provider }),
      changes: [
        { field: 'dispute', from: ref, to: null },
        { field: 'items', from: items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '), to: null },
        { field: 'total', from: costOf(items), to: 0 },
      ],
    })
  })
}

/** Locks the chosen items that are not cancelled, in the lock order, then reads them. */
async function lockPaidItems(tx: Tx, id: PaymentId, chosen: ReadonlySet<number>): Promise<PaidItem[]> {
  const read = async () => (await selectPaidItemsLeft(tx, id)).filter((item) => chosen.has(item.id))
  const tickets = (await read()).flatMap(({ ticket }) => ticket ?? [])
  const inLockOrder = tickets.toSorted((one, other) => one.showId - other.showId || one.placeId - other.placeId)
  for (const ticket of inLockOrder) if (ticket.placeType === 'STANDING') await lockStanding(tx, ticket)
  if (tickets.length > 0) {
    await lockTickets(
      tx,
      tickets.map((ticket) => ticket.id),
    )
  }
  return read()
}

const costOf = (items: readonly PaidItem[]) => sumOf(items.map(({ price, quantity }) => cents(price * quantity)))

/** Writes the CANCEL invoice of locked items, frees their places and withdraws their points. Null without items. */
async function cancelItems(
  tx: Tx,
  { seller }: Pick<AppContext['settings'], 'seller'>,
  items: readonly PaidItem[],
): Promise<InvoiceId | null> {
  const [first] = items
  if (!first) return null
  const { userId, invoiceId: cancels, customer } = first
  const lines = pointsToWithdraw(items, await selectPointsBalances(tx, [userId]))
  await keepWithheldPoints(tx, missingPoints(items, lines))
  const invoiceId = await insertInvoice(tx, {
    ...{ type: 'CANCEL', userId, customer, seller, total: costOf(items), paymentType: null, cancels },
    items: lines.map(({ ticket, productId, ...line }) => ({
      ...line,
      usePoints: false,
      ...(ticket && { ticketId: ticket.id }),
      ...(productId && { productId }),
    })),
  })
  const tickets = lines.flatMap(({ ticket }) => ticket ?? [])
  await updateTicketsRefunded(
    tx,
    tickets.map((ticket) => ({ ticketId: ticket.id, refundId: invoiceId })),
  )
  await enqueueHolderNews(
    tx,
    tickets.map((ticket) => ticket.id),
    'REFUNDED',
  )
  for (const ticket of tickets) if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)
  await insertPointsEntries(
    tx,
    lines.map(({ ticket, points, quantity, countsFrom }) => ({
      ...{ userId, invoiceId, points: -points * quantity },
      ...(ticket
        ? { reason: 'TICKET_REFUND' as const, ticketId: ticket.id, countsFrom }
        : { reason: 'MERCHANDISE' as const }),
    })),
  )
  await enqueueInvoiceMail(tx, { template: 'dispute-lost', to: userId, invoiceId, hasTickets: tickets.length > 0 })
  return invoiceId
}
