import { type RawBuilder, sql } from 'kysely'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { nextIssue } from '#server/db/next-issue.sql.ts'
import { enqueueMailsToMany, listed } from '#server/features/mail/mails-to-many.sql.ts'

/** A revoked key, and when a newer one had replaced it before, as the database writes times. Null if none had. */
export type KeyOfTickets = { key: number; soldUntil: string | null }

/**
 * The bought tickets whose codes a key may have signed: those of shows that have not ended, and sold before the key was
 * replaced or revoked. `holder_id` is the customer who can show the code.
 */
const ticketsOfKey = ({ key, soldUntil }: KeyOfTickets): RawBuilder<unknown> => sql`
  select tickets.id, coalesce(tickets.holder_id, tickets.user_id) as holder_id
  from tickets
  join event_shows on event_shows.id = tickets.event_show_id
  join invoices on invoices.id = tickets.invoice_id
  where tickets.state = 'BOUGHT' and event_shows.ends_at > shop_now() and event_shows.cancelled_at is null
    and invoices.issued_at <= least(
      (select revoked_at from ticket_keys where number = ${key}), ${soldUntil}::timestamptz)`

/** Counts the tickets whose codes a key may have signed, their holders, and those of them without an email address. */
export async function countTicketsOfKey(
  db: Db | Tx,
  key: KeyOfTickets,
): Promise<{ tickets: number; holders: number; unreachable: number }> {
  const { rows } = await sql<{ tickets: number; holders: number; unreachable: number }>`
    select count(*)::int as tickets, count(distinct holder_id)::int as holders,
      count(distinct holder_id) filter (where users.email = '')::int as unreachable
    from (${ticketsOfKey(key)}) as concerned join users on users.id = concerned.holder_id`.execute(db)
  return rows[0] ?? { tickets: 0, holders: 0, unreachable: 0 }
}

/** Lists the tickets of a key that the next customers after an id have. */
export async function selectNextTicketsOfKey(
  tx: Tx,
  key: KeyOfTickets,
  { after, customers }: { after: UserId | null; customers: number },
): Promise<{ id: TicketId; holderId: UserId }[]> {
  const { rows } = await sql<{ id: TicketId; holderId: UserId }>`
    with concerned as materialized (
      select * from (${ticketsOfKey(key)}) as tickets where holder_id > ${after ?? 0}),
    next as (select distinct holder_id from concerned order by holder_id limit ${customers})
    select id, holder_id as "holderId" from concerned where holder_id in (select holder_id from next)`.execute(tx)
  return rows
}

/** The largest issue that a column of tickets holds. */
const MAX_ISSUE = 32_767

/**
 * Makes the former codes of those of these locked tickets invalid that are still bought. Returns them. A ticket with
 * the largest issue keeps it, so that it does not hold up others: the codes of the revoked key are refused anyway.
 */
export async function updateIssues(
  tx: Tx,
  ticketIds: readonly TicketId[],
): Promise<{ id: TicketId; holderId: UserId; showId: ShowId; placeId: PlaceId }[]> {
  const { rows } = await sql<{ id: TicketId; holderId: UserId; showId: ShowId; placeId: PlaceId }>`
    update tickets set issue = least(${nextIssue}, ${MAX_ISSUE})
    where id = any(${ticketIds}::int[]) and state = 'BOUGHT'
    returning id, coalesce(holder_id, user_id) as "holderId", event_show_id as "showId", place_id as "placeId"`.execute(
    tx,
  )
  return rows
}

/** Why tickets got new codes: their key was revoked, or the account of their receiver was deleted. */
type NewCodesReason = 'KEY' | 'RETURNED'

/** A mail about new codes of tickets, to their holder. */
export type NewCodesMail = { to: UserId; ticketIds: readonly TicketId[]; reason: NewCodesReason }

/** Enqueues mails about new codes. */
export async function enqueueNewCodesMails(
  tx: Tx,
  mails: readonly Omit<NewCodesMail, 'reason'>[],
  reason: NewCodesReason,
): Promise<void> {
  await enqueueMailsToMany(tx, 'send-new-codes', listed(mails.map((mail) => withCause({ ...mail, reason }))))
}
