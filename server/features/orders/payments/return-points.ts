import { withdrawFromReturned } from '#domain/tickets/ticket-points.ts'
import type { Tx } from '#server/db/connection.ts'
import type { PaymentRow } from './payments.sql.ts'
import { insertPendingPoints } from './pending-orders.sql.ts'
import { type selectMovedTickets, updateKeptPoints, updateMissingPoints } from './withheld-points.sql.ts'

/**
 * Returns the points that a released order withheld, without those that refunds have withdrawn meanwhile, and without
 * those that tickets earned too many which have moved to a cheaper place since. The tickets are locked.
 */
export async function returnPoints(
  tx: Tx,
  { userId, pendingOrderId, points, pointsKept }: PaymentRow,
  moved: Awaited<ReturnType<typeof selectMovedTickets>>,
): Promise<void> {
  const { left, tickets } = withdrawFromReturned(moved, points - pointsKept)
  for (const { id, missingPoints } of tickets) await updateMissingPoints(tx, id, missingPoints)
  if (tickets.length > 0) await updateKeptPoints(tx, pendingOrderId, points - left)
  await insertPendingPoints(tx, { userId, pendingOrderId, points: left }, 'RETURNED')
}
