import { sql } from 'kysely'
import type { LiveTicketState } from '#domain/tickets/ticket-states.ts'
import type { OrderId, ShowId, TicketId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'

export function selectShowOfDoorList(db: Db, showId: ShowId) {
  return db
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.id',
      'event_shows.name',
      'events.title as eventTitle',
      'locations.name as locationName',
      'event_shows.starts_at as startTime',
      'locations.time_zone as timeZone',
      sql<boolean>`event_shows.cancelled_at is not null`.as('isCancelled'),
    ])
    .where('event_shows.id', '=', showId)
    .executeTakeFirst()
}

/** Lists the live tickets of a show in the order of its places. */
export async function selectDoorEntries(db: Db, showId: ShowId) {
  const { rows } = await sql<{
    id: TicketId
    state: LiveTicketState
    sectorName: string
    rowName: string
    seatNumber: number
    price: Cents
    name: string
    email: string
    invoiceNumber: string | null
    orderId: OrderId | null
    reservedUntil: Date | null
    admittedAt: Date | null
    isHeld: boolean
    issue: number
  }>`
    select tickets.id, tickets.state, sectors.name as "sectorName", places.row_name as "rowName",
      places.seat_number as "seatNumber", tickets.price,
      trim(case
        when tickets.user_id is null then holds.reason
        when holder.id is not null then holder.first_name || ' ' || holder.last_name
        when invoices.id is null then users.first_name || ' ' || users.last_name
        else invoices.customer_first_name || ' ' || invoices.customer_last_name
      end) as name,
      coalesce(holder.email, users.email, '') as email, invoices.invoice_number as "invoiceNumber", orders.id as "orderId",
      case when tickets.state = 'RESERVED' then nullif(tickets.reserved_until, 'infinity') end as "reservedUntil",
      tickets.user_id is null as "isHeld", tickets.issue, admissions.admitted_at as "admittedAt"
    from tickets
    join places on places.id = tickets.place_id
    join sectors on sectors.id = places.sector_id
    left join users on users.id = tickets.user_id
    left join users as holder on holder.id = tickets.holder_id
    left join holds on holds.id = tickets.hold_id
    left join invoices on invoices.id = tickets.invoice_id
    left join orders on orders.invoice_id = tickets.invoice_id
    left join admissions on admissions.ticket_id = tickets.id and admissions.number = 1
    where tickets.event_show_id = ${showId}
      and (tickets.state = 'BOUGHT' or tickets.state = 'RESERVED' and tickets.reserved_until > shop_now())
    order by places.id, tickets.id`.execute(db)
  return rows
}
