import { sql } from 'kysely'
import type { InvoiceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import type { PlaceOfShow } from '#server/db/places-of-shows.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'

/** Counts the refunded tickets of a locked customer and a show, also those that staff refunded. */
export async function countRefundsOf(tx: Tx, { userId, showId }: { userId: UserId; showId: ShowId }): Promise<number> {
  const { count } = await tx
    .selectFrom('tickets')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'REFUNDED')
    .where('event_show_id', '=', showId)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks tickets as refunded, each by its refund invoice. */
export async function updateTicketsRefunded(
  tx: Tx,
  refunded: readonly { ticketId: TicketId; refundId: InvoiceId }[],
): Promise<void> {
  const { rows: freed } = await sql<PlaceOfShow>`
    update tickets set state = 'REFUNDED', refund_invoice_id = refunded.invoice_id
    from unnest(${refunded.map(({ ticketId }) => ticketId)}::int[], ${refunded.map(({ refundId }) => refundId)}::int[])
      as refunded (ticket_id, invoice_id)
    where tickets.id = refunded.ticket_id
    returning event_show_id as "showId", place_id as "placeId"`.execute(tx)
  publishAfterCommit(tx, freed)
}
