import { sql } from 'kysely'
import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import type { PointsReason } from '#domain/points.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** Sums the user's points that count by now. */
export async function selectPointsBalance(db: Db | Tx, userId: UserId): Promise<number> {
  const { balance } = await db
    .selectFrom('points_entries')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('balance'))
    .where('user_id', '=', userId)
    .where('counts_from', '<=', sql<Date>`shop_now()`)
    .executeTakeFirstOrThrow()
  return balance
}

/** Sums the points of several users that count by now. Users without entries are missing. */
export async function selectPointsBalances(tx: Tx, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ userId: UserId; balance: number }>`
    select user_id as "userId", sum(points) as balance from points_entries
    where user_id = any(${userIds}::int[]) and counts_from <= shop_now() group by 1`.execute(tx)
  return new Map(rows.map(({ userId, balance }) => [userId, balance]))
}

/** An entry of the points ledger. Without `countsFrom` it counts at once. */
export type PointsEntry = {
  userId: UserId
  points: number
  reason: PointsReason
  invoiceId: InvoiceId
  countsFrom?: Date
  ticketId?: TicketId
}

/** Inserts ledger entries. Skips entries of zero points. */
export async function insertPointsEntries(tx: Tx, entries: readonly PointsEntry[]): Promise<void> {
  const nonZero = entries.filter(({ points }) => points !== 0)
  if (nonZero.length === 0) return
  await tx
    .insertInto('points_entries')
    .values(
      nonZero.map(({ userId, points, reason, invoiceId, countsFrom, ticketId }) => ({
        user_id: userId,
        points,
        reason,
        invoice_id: invoiceId,
        ticket_id: ticketId ?? null,
        counts_from: countsFrom ?? sql<Date>`shop_now()`,
      })),
    )
    .execute()
}
