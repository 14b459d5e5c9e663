import { sql } from 'kysely'
import type { InvoiceId, TicketId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { PlaceOfShow } from '#server/db/places-of-shows.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

/** Lists those of the tickets that exist, regardless of their customers. */
export async function selectExistingTickets(tx: Tx, ticketIds: readonly TicketId[]): Promise<TicketId[]> {
  const rows = await tx.selectFrom('tickets').select('id').where('id', '=', oneOf(ticketIds)).execute()
  return rows.map(({ id }) => id)
}

/** Reads what decides whether tickets can be bought, and what the invoice needs, with `owners` of these alone. */
export function selectTicketsOnOrder(tx: Tx, ticketIds: readonly TicketId[], owners?: readonly UserId[]) {
  return tx
    .selectFrom('tickets')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'tickets.id',
      'tickets.user_id as userId',
      'tickets.state',
      'tickets.reserved_until as reservedUntil',
      'tickets.price',
      'tickets.event_show_id as showId',
      'tickets.place_id as placeId',
      'tickets.pending_order_id as pendingOrderId',
      'tickets.refundable_until as refundableUntil',
      'event_shows.starts_at as startsAt',
      'event_shows.cancelled_at as cancelledAt',
      'event_shows.sale_ends_at as saleEndsAt',
      isShowPublished.as('isPublished'),
      'event_shows.vat_percent as vatPercent',
      'event_shows.name as showName',
      'events.title as eventTitle',
      'locations.time_zone as timeZone',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.kind',
      now.as('now'),
    ])
    .where('tickets.id', '=', oneOf(ticketIds))
    .$if(owners !== undefined, (query) => query.where('tickets.user_id', '=', oneOf(owners ?? [])))
    .orderBy('tickets.id')
    .execute()
}

/** Marks reserved tickets as bought, each by its invoice. Tells scanners alone, because their places stay held. */
export async function updateTicketsBought(
  tx: Tx,
  sold: readonly { ticketId: TicketId; invoiceId: InvoiceId }[],
): Promise<void> {
  if (sold.length === 0) return
  const { rows: bought } = await sql<PlaceOfShow>`
    update tickets set state = 'BOUGHT', bought_at = shop_now(), invoice_id = sold.invoice_id,
      pending_order_id = null, client_network = null
    from unnest(${sold.map(({ ticketId }) => ticketId)}::int[], ${sold.map(({ invoiceId }) => invoiceId)}::int[])
      as sold (ticket_id, invoice_id)
    where tickets.id = sold.ticket_id
    returning event_show_id as "showId", place_id as "placeId"`.execute(tx)
  publishTicketsAfterCommit(tx, bought)
}
