import { sql } from 'kysely'
import type { PendingOrderId, TicketId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'

/** Points that refunds should withdraw from a customer, and that the balance does not have. */
export type MissingPoints = { userId: UserId; points: number }

/**
 * Withdraws points that open orders of locked customers withhold: they do not return when the orders are given up. One
 * that is paid spends them, as if it had been paid before the refund.
 */
export async function keepWithheldPoints(tx: Tx, missing: readonly MissingPoints[]): Promise<void> {
  const some = missing.filter(({ points }) => points > 0)
  if (some.length === 0) return
  await sql`
    with missing as (
      select "userId" as user_id, sum(points) as points
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as missing ("userId" int, points int)
      group by "userId"
    ), withheld as (
      select id, user_id, points - points_kept as points,
        sum(points - points_kept) over (partition by user_id order by id) as upto
      from pending_orders where state = 'OPEN' and user_id in (select user_id from missing)
    ), kept as (
      select id, least(withheld.points, missing.points - (upto - withheld.points)) as points
      from withheld join missing using (user_id)
    )
    update pending_orders set points_kept = points_kept + kept.points
    from kept where kept.id = pending_orders.id and kept.points > 0`.execute(tx)
}

/** Reads the tickets of a locked customer that moved since an order withholds points, and lack points of before. */
export function selectMovedTickets(
  tx: Tx,
  { userId, pendingOrderId }: { userId: UserId; pendingOrderId: PendingOrderId },
) {
  return tx
    .selectFrom('tickets')
    .innerJoin('invoices', 'invoices.id', 'tickets.invoice_id')
    .innerJoin('pending_orders', (join) => join.on('pending_orders.id', '=', pendingOrderId))
    .select(['tickets.id', 'tickets.price', 'tickets.missing_points as missingPoints'])
    .where('tickets.user_id', '=', userId)
    .where('tickets.state', '=', 'BOUGHT')
    .where('tickets.missing_points', '>', 0)
    .whereRef('invoices.issued_at', '>=', 'pending_orders.created_at')
    .orderBy('tickets.id')
    .execute()
}

/** Notes the points of the tickets before a move that are missing from a new one. */
export async function updateMissingPoints(tx: Tx, id: TicketId, missingPoints: number): Promise<void> {
  await tx.updateTable('tickets').set({ missing_points: missingPoints }).where('id', '=', id).execute()
}

/** Notes how many of the points that an order withheld do not return. */
export async function updateKeptPoints(tx: Tx, id: PendingOrderId, points: number): Promise<void> {
  await tx.updateTable('pending_orders').set({ points_kept: points }).where('id', '=', id).execute()
}
