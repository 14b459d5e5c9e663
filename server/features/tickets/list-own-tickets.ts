import type { Paged, Paging } from '#contract/fields.ts'
import type { Ticket, TicketState } from '#contract/tickets.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { countTickets, selectTickets } from './tickets.sql.ts'

type OwnTicketsQuery = Paging & { userId: UserId; state?: TicketState | undefined; eventShowId?: ShowId | undefined }

/** A customer's own tickets of one state, or of both; of one show, or of all. Run-out reservations are not among them. */
export async function listOwnTickets(
  db: Db,
  { pageIndex, pageSize, eventShowId: showId, ...wish }: OwnTicketsQuery,
): Promise<Paged<Ticket>> {
  const filter = { ...wish, showId }
  const [total, elements] = await Promise.all([
    countTickets(db, filter),
    selectTickets(db, filter, { limit: pageSize, offset: pageIndex * pageSize }),
  ])
  return { total, elements }
}
