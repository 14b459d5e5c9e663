import { sql } from 'kysely'
import type { PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { nextIssue } from '#server/db/next-issue.sql.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import { enqueueNewCodesMails } from '#server/features/ticket-codes/renewed-tickets.sql.ts'

type Returned = { id: TicketId; buyerId: UserId; showId: ShowId; placeId: PlaceId }

type Options = {
  /** Whether offers of the user's own tickets end, too. */
  endsOwnOffers?: boolean
}

/**
 * Gives tickets of shows that have not ended back to their buyers, if a user has received them, with new codes and a
 * mail to each buyer. Ends their open offers. The caller has locked the user's row. Locks the tickets in their order.
 */
export async function returnHeldTickets(
  tx: Tx,
  userId: UserId,
  { endsOwnOffers = false }: Options = {},
): Promise<void> {
  await sql`
    select from tickets where state = 'BOUGHT' and id in (
      select id from tickets where holder_id = ${userId} and state = 'BOUGHT'
      union select ticket_id from ticket_transfers
      where ${endsOwnOffers} and from_user = ${userId} and state = 'OFFERED')
    order by event_show_id, place_id, id for update`.execute(tx)
  const { rows } = await sql<Returned>`
    update tickets set holder_id = null, issue = ${nextIssue}
    from event_shows
    where event_shows.id = tickets.event_show_id and ends_at > shop_now()
      and tickets.holder_id = ${userId} and tickets.state = 'BOUGHT'
    returning tickets.id, tickets.user_id as "buyerId", event_show_id as "showId", place_id as "placeId"`.execute(tx)
  await sql`
    update ticket_transfers set state = 'WITHDRAWN', ended_at = shop_now()
    where state = 'OFFERED' and (ticket_id = any(${rows.map(({ id }) => id)}::int[])
      or ${endsOwnOffers} and from_user = ${userId})`.execute(tx)
  const byBuyer = Map.groupBy(rows, ({ buyerId }) => buyerId)
  const mails = Array.from(byBuyer, ([to, tickets]) => ({ to, ticketIds: tickets.map(({ id }) => id) }))
  await enqueueNewCodesMails(tx, mails, 'RETURNED')
  publishAfterCommit(tx, rows)
}
