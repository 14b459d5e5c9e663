import type { TicketId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'
import { enqueueMail } from '../enqueue-mail.sql.ts'
import { selectFromMailedTickets } from '../mailed-items.sql.ts'

/** A mail to the person who has received a ticket: the desk moved it to another place, or it was refunded. */
export type HolderNews = { to: UserId; ticketId: TicketId; kind: 'MOVED' | 'REFUNDED' }

/** Enqueues a mail to the person who has received each of these tickets. Buyers get one about the invoice. */
export async function enqueueHolderNews(
  tx: Tx,
  ticketIds: readonly TicketId[],
  kind: HolderNews['kind'],
): Promise<void> {
  const held = await tx
    .selectFrom('tickets')
    .select(['id', 'holder_id as holderId'])
    .where('id', '=', oneOf(ticketIds))
    .where('holder_id', 'is not', null)
    .orderBy('id')
    .$narrowType<{ holderId: UserId }>()
    .execute()
  for (const { id, holderId } of held) {
    const news: HolderNews = { to: holderId, ticketId: id, kind }
    await enqueueMail(tx, 'send-holder-news', news)
  }
}

/** Reads the ticket of a mail. Undefined if it has changed hands, or was refunded after it was moved. */
export function selectTicketOfNews(db: Db, { to, ticketId, kind }: HolderNews) {
  return selectFromMailedTickets(db)
    .where('tickets.id', '=', ticketId)
    .where('tickets.holder_id', '=', to)
    .where('tickets.state', '=', kind === 'MOVED' ? 'BOUGHT' : 'REFUNDED')
    .executeTakeFirst()
}
