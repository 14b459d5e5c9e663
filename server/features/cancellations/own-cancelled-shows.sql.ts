import { sql } from 'kysely'
import type { OwnCancelledShow } from '#contract/cancelled-shows.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'

/**
 * Reads the cancelled shows of which a customer had places at the cancellation, until their planned end. Leaves out
 * those whose tickets the customer had returned before.
 */
export async function selectOwnCancelledShows(db: Db, userId: UserId): Promise<OwnCancelledShow[]> {
  const { rows } = await sql<OwnCancelledShow>`
    select event_shows.id, event_shows.name, events.title as "eventTitle", locations.name as "locationName",
      event_shows.starts_at as "startTime", locations.time_zone as "timeZone", cancel_reason as reason,
      bool_or(tickets.state <> 'RESERVED') as "wasBought",
      coalesce(
        json_agg(distinct jsonb_build_object(
          'id', refunds.id, 'invoiceNumber', refunds.invoice_number, 'total', refunds.total))
          filter (where refunds.id is not null),
        '[]') as refunds
    from tickets
    join event_shows on event_shows.id = tickets.event_show_id
    join events on events.id = event_id
    join locations on locations.id = location_id
    left join invoices as refunds on refunds.id = tickets.refund_invoice_id
    where tickets.user_id = ${userId} and cancelled_at is not null and event_shows.ends_at > shop_now()
      and case tickets.state
        when 'REFUNDED' then refunds.issued_at >= cancelled_at
        when 'RESERVED' then reserved_until >= cancelled_at
        else true
      end
    group by event_shows.id, events.title, locations.name, locations.time_zone
    order by event_shows.starts_at, event_shows.id`.execute(db)
  return rows
}
