import { sql } from 'kysely'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { withCause } from '#server/db/job-payload.ts'
import { selectFromMailedTickets } from '../mailed-items.sql.ts'
import { enqueueMailsToMany } from '../mails-to-many.sql.ts'

/** That of mails about orders: the tickets of one order have few holders. */
const PRIORITY = 0

/** A mail to the person who has received a ticket: the desk moved it to another place, or it was refunded. */
export type HolderNews = { to: UserId; ticketId: TicketId; kind: 'MOVED' | 'REFUNDED' }

/** Enqueues a mail to the person who has received each of these tickets. Buyers get one about the invoice. */
export async function enqueueHolderNews(
  tx: Tx,
  ticketIds: readonly TicketId[],
  kind: HolderNews['kind'],
): Promise<void> {
  const payloads = sql`
    select ${JSON.stringify(withCause({ kind }))}::jsonb
      || jsonb_build_object('to', holder_id, 'ticketId', id) as payload
    from tickets where id = any(${ticketIds}::int[]) and holder_id is not null`
  await enqueueMailsToMany(tx, 'send-holder-news', payloads, PRIORITY)
}

/** Reads the ticket of a mail. Undefined if it has changed hands, or was refunded after it was moved. */
export function selectTicketOfNews(db: Db, { to, ticketId, kind }: HolderNews) {
  return selectFromMailedTickets(db)
    .where('tickets.id', '=', ticketId)
    .where('tickets.holder_id', '=', to)
    .where('tickets.state', '=', kind === 'MOVED' ? 'BOUGHT' : 'REFUNDED')
    .executeTakeFirst()
}
