import { sql } from 'kysely'
import type { DayRange } from '#domain/accounting/figures-period.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { InvoiceType } from '#domain/accounting/invoices.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { TaxedLine } from '#domain/accounting/vat.ts'
import type { Tx } from '#server/db/connection.ts'
import { isWithin } from '#server/db/shop-days.sql.ts'
import { findAdminShows } from '#server/features/shows/admin-shows.sql.ts'
import { takenCounts } from '#server/features/shows/taken-counts.sql.ts'

export type ShowRow = {
  id: number
  name: string
  event: string
  type: EventType
  location: string
  city: string
  artist: string
  startsAt: Date
  endsAt: Date
  price: number
  vatPercent: number
  cancelledAt: Date | null
  sold: number
  reserved: number
  held: number
}

/** Finds the shows of the desk's list with how they sell, in the order of their starts. */
export function findShowRows(tx: Tx, search: Parameters<typeof findAdminShows>[1]) {
  return sql<ShowRow>`
    select shows.id, shows.name, events.title as event, events.type, locations.name as location, locations.city,
      coalesce(nullif(stage_name, ''), first_name || ' ' || last_name) as artist,
      shows.starts_at as "startsAt", shows.ends_at as "endsAt", price, vat_percent as "vatPercent",
      cancelled_at as "cancelledAt", sold, reserved, held
    from event_shows as shows
    join events on events.id = event_id
    join locations on locations.id = location_id
    join artists on artists.id = artist_id
    cross join lateral (select ${takenCounts} from tickets where event_show_id = shows.id) as counts
    where shows.id in ${findAdminShows(tx, search).clearOrderBy()}
    order by shows.starts_at, shows.id`
}

export type InvoiceRow = {
  invoiceNumber: string
  invoiceType: InvoiceType
  issuedAt: Date
  deliveryAt: Date
  paymentType: PaymentType | null
  firstName: string
  lastName: string
  address: string
  total: number
  cancels: string | null
  /** How a provider or the box office took the money. Null for simulated payments. */
  paidBy: string | null
  lines: TaxedLine[]
}

/** Finds the invoices of a period with their lines, in the order of their numbers. */
export function findInvoiceRows(period: DayRange, timeZone: string) {
  return sql<InvoiceRow>`
    select invoices.invoice_number as "invoiceNumber", invoices.invoice_type as "invoiceType",
      invoices.issued_at as "issuedAt", invoices.delivery_at as "deliveryAt", invoices.payment_type as "paymentType",
      invoices.customer_first_name as "firstName", invoices.customer_last_name as "lastName",
      invoices.customer_address as address, invoices.total, cancelled.invoice_number as cancels, invoices.paid_by as "paidBy",
      (select json_agg(json_build_object('price', price, 'quantity', quantity, 'vatPercent', vat_percent,
        'usePoints', use_points) order by items.id) from invoice_items as items where invoice_id = invoices.id) as lines
    from invoices left join invoices as cancelled on cancelled.id = invoices.cancels_invoice_id
    where ${isWithin('invoices.issued_at', period, timeZone)}
    order by invoices.id`
}

export type LineRow = Pick<InvoiceRow, 'invoiceNumber' | 'invoiceType' | 'issuedAt'> & {
  name: string
  quantity: number
  price: number
  vatPercent: number
  usePoints: boolean
  points: number
  ticketId: number | null
  event: string | null
  show: string | null
  startsAt: Date | null
  location: string | null
  productId: number | null
}

/** Finds the lines of the invoices of a period, with the show of each ticket. */
export function findLineRows(period: DayRange, timeZone: string) {
  return sql<LineRow>`
    select invoice_number as "invoiceNumber", invoice_type as "invoiceType", issued_at as "issuedAt", items.name,
      quantity, items.price, items.vat_percent as "vatPercent", use_points as "usePoints", points,
      ticket_id as "ticketId", events.title as event, shows.name as show, shows.starts_at as "startsAt",
      locations.name as location, merchandise_product_id as "productId"
    from invoices
    join invoice_items as items on items.invoice_id = invoices.id
    left join tickets on tickets.id = ticket_id
    left join event_shows as shows on shows.id = event_show_id
    left join events on events.id = event_id
    left join locations on locations.id = location_id
    where ${isWithin('issued_at', period, timeZone)}
    order by invoices.id, items.id`
}
