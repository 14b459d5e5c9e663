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
  await sql`
    insert into points_entries (user_id, points, reason, invoice_id, ticket_id, counts_from)
    select user_id, points, reason, invoice_id, ticket_id, coalesce(counts_from, shop_now())
    from unnest(
      ${nonZero.map(({ userId }) => userId)}::int[],
      ${nonZero.map(({ points }) => points)}::int[],
      ${nonZero.map(({ reason }) => reason)}::text[],
      ${nonZero.map(({ invoiceId }) => invoiceId)}::int[],
      ${nonZero.map(({ ticketId }) => ticketId ?? null)}::int[],
      ${nonZero.map(({ countsFrom }) => countsFrom ?? null)}::timestamptz[]
    ) as entry (user_id, points, reason, invoice_id, ticket_id, counts_from)`.execute(tx)
}
