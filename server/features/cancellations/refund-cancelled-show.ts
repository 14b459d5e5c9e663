import { groupRefunds, missingPoints, pointsToWithdraw, withMissingPoints } from '#domain/shows/cancelled-show.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertInvoices } from '#server/features/invoices/invoices.sql.ts'
import { enqueueCancellationMails } from '#server/features/mail/mail.sql.ts'
import { enqueueHolderMails, enqueueShowCancelledMails } from '#server/features/mail/show-changes/show-changes.sql.ts'
import { hurryPaymentsFor } from '#server/features/orders/payments/payment-looks.sql.ts'
import { insertRefunds } from '#server/features/orders/payments/insert-refunds.sql.ts'
import { keepWithheldPoints } from '#server/features/orders/payments/withheld-points.sql.ts'
import { insertPointsEntries, selectPointsBalances } from '#server/features/points/points.sql.ts'
import { updateTicketsRefunded } from '#server/features/tickets/refunded-tickets.sql.ts'
import {
  type CancelledShow,
  endReservations,
  enqueueRefunds,
  lockBoughtTickets,
  lockStandingPlaces,
  markDone,
  selectCancelReason,
  selectInvoicesToRefund,
  selectSoldTickets,
  vacatePlaces,
  waitForReservations,
} from './cancellations.sql.ts'

const INVOICES_PER_BATCH = 200
/** A run that lasts longer hands over to the next one, so that a dead run is told from a long one. */
const MAX_RUN_MS = 20_000

/**
 * Ends the reservations of a cancelled show, then refunds its tickets in batches. Each batch is one transaction, so
 * that a run can end at any point and the next one continues. Tickets that are being paid are released when their
 * payment ends, or refunded by a later run.
 */
export async function refundCancelledShow(context: AppContext, show: CancelledShow): Promise<void> {
  const { db } = context
  const begin = performance.now()
  await inTransaction(db, (tx) => waitForReservations(tx, show))
  await inTransaction(db, async (tx) => {
    await hurryPaymentsFor(tx, show.showId)
    const customers = await endReservations(tx, show)
    await enqueueShowCancelledMails(tx, { ...show, reason: await selectCancelReason(tx, show.showId) }, customers)
  })
  while (await refundBatch(context, show)) {
    if (performance.now() - begin > MAX_RUN_MS) return enqueueRefunds(db, show)
  }
  await markDone(db, show)
}

/** Refunds the tickets of at most `size` invoices, each by one CANCEL invoice. Returns false if none is left. */
export function refundBatch(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { showId }: CancelledShow,
  size = INVOICES_PER_BATCH,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const reason = await selectCancelReason(tx, showId)
    const invoices = await selectInvoicesToRefund(tx, showId, size)
    if (invoices.length === 0) return false
    const userIds = [...new Set(invoices.map(({ userId }) => userId))]
    const invoiceIds = invoices.map(({ invoiceId }) => invoiceId)
    await lockCustomers(tx, userIds)
    await lockStandingPlaces(tx, { showId })
    // A customer may have refunded a ticket before the lock.
    const ticketIds = await lockBoughtTickets(tx, showId, invoiceIds)
    const sold = withMissingPoints(await selectSoldTickets(tx, ticketIds))
    const withdrawn = pointsToWithdraw(sold, await selectPointsBalances(tx, userIds))
    await keepWithheldPoints(tx, missingPoints(sold, withdrawn))
    const refunds = groupRefunds(withdrawn)

    const made = await insertInvoices(
      tx,
      refunds.map(({ invoiceId, userId, customer, total, tickets }) => ({
        type: 'CANCEL',
        userId,
        customer,
        seller: settings.seller,
        total,
        paymentType: null,
        cancels: invoiceId,
        items: tickets.map((ticket) => ({ ...ticket, quantity: 1, usePoints: false })),
      })),
    )
    const written = refunds.map((refund, index) => ({ ...refund, refundId: made[index] ?? failed() }))
    const refunded = written.flatMap(({ refundId, tickets }) => tickets.map((ticket) => ({ ...ticket, refundId })))
    await insertRefunds(tx, made)
    await updateTicketsRefunded(tx, refunded)
    await vacatePlaces(tx, showId, refunded)
    await insertPointsEntries(
      tx,
      refunded.map(({ userId, refundId, ticketId, points, countsFrom }) => ({
        userId,
        invoiceId: refundId,
        ticketId,
        points: -points,
        reason: 'TICKET_REFUND',
        countsFrom,
      })),
    )
    await enqueueCancellationMails(
      tx,
      written.map(({ userId, refundId }) => ({ to: userId, invoiceId: refundId, reason })),
    )
    const refundedIds = refunded.map(({ ticketId }) => ticketId)
    await enqueueHolderMails(tx, { showId, reason }, refundedIds)
    return true
  })
}

function failed(): never {
  throw new Error('The database wrote fewer invoices than it was given.')
}
