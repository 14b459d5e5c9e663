import { sql } from 'kysely'
import type { Seller } from '#contract/invoices.ts'
import type { InvoiceId, MerchandisePurchaseId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderItem } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { PointsReason } from '#domain/points.ts'
import type { Tx } from '#server/db/connection.ts'
import { fingerprintOf } from '#server/db/idempotent-request.ts'
import { discardSums } from '#server/features/figures/summed-days.sql.ts'
import type { PlaceOnSale, ShowOnSale } from './on-sale.sql.ts'

export type TicketRow = {
  id: TicketId
  show: ShowOnSale
  place: PlaceOnSale
  userId: UserId
  price: Cents
  reservedAt: Date
  reservedUntil: Date
  boughtAt: Date
  invoiceId: InvoiceId
  refundInvoiceId: InvoiceId | null
}

export type ItemRow = OrderItem & { ticketId: TicketId | null; productId: ProductId | null }

export type InvoiceRow = {
  id: InvoiceId
  userId: UserId
  issuedAt: Date
  deliveryAt: Date
  paymentType: PaymentType | null
  total: Cents
  cancels: InvoiceId | null
  items: ItemRow[]
  /** The tickets and cart lines of the order. Null for a refund. */
  order: { ticketIds: TicketId[]; lineIds: MerchandisePurchaseId[] } | null
}

export type PointsRow = {
  userId: UserId
  points: number
  countsFrom: Date
  createdAt: Date
  invoiceId: InvoiceId
  ticketId: TicketId | null
  reason: PointsReason
}

/** Everything that purchases leave behind. Invoices in the order of their dates. */
export type SalesRecords = { invoices: InvoiceRow[]; tickets: TicketRow[]; points: PointsRow[] }

type SerialTable = 'invoices' | 'tickets' | 'merchandise_purchases'

/** Takes the next ids of a table for rows that the caller writes. */
export async function takeIds<Id extends number>(tx: Tx, table: SerialTable, count: number): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Writes past purchases: their invoices, orders, tickets and points, and the counts derived from them. */
export async function insertSalesRecords(tx: Tx, { invoices, tickets, points }: SalesRecords, seller: Seller) {
  await insertInvoices(tx, invoices, seller)
  await insertItems(tx, invoices)
  await insertOrders(tx, invoices)
  await insertTickets(tx, tickets)
  await insertPoints(tx, points)
  await countStanding(tx)
  await countMerchandise(tx)
  await discardSums(tx)
}

/** Writes invoices without numbers. A trigger numbers them in this order while the transaction commits. */
async function insertInvoices(tx: Tx, invoices: readonly InvoiceRow[], seller: Seller): Promise<void> {
  await sql`
    insert into invoices (id, invoice_type, user_id, issued_at, delivery_at, payment_type,
      customer_first_name, customer_last_name, customer_address, seller, total, cancels_invoice_id)
    overriding system value
    select invoice.id, case when cancels is null then 'NORMAL' else 'CANCEL' end, user_id, issued_at, delivery_at,
      payment_type, first_name, last_name, address, ${JSON.stringify(seller)}::jsonb, total, cancels
    from unnest(
      ${invoices.map(({ id }) => id)}::int[],
      ${invoices.map(({ userId }) => userId)}::int[],
      ${invoices.map(({ issuedAt }) => issuedAt)}::timestamptz[],
      ${invoices.map(({ deliveryAt }) => deliveryAt)}::timestamptz[],
      ${invoices.map(({ paymentType }) => paymentType)}::text[],
      ${invoices.map(({ total }) => total)}::int[],
      ${invoices.map(({ cancels }) => cancels)}::int[]
    ) with ordinality as invoice (id, user_id, issued_at, delivery_at, payment_type, total, cancels, position)
    join users on users.id = user_id
    order by position`.execute(tx)
}

async function insertItems(tx: Tx, invoices: readonly InvoiceRow[]): Promise<void> {
  const items = invoices.flatMap(({ id, items }) => items.map((item) => ({ ...item, invoiceId: id })))
  await sql`
    insert into invoice_items
      (invoice_id, name, quantity, price, vat_percent, use_points, points, ticket_id, merchandise_product_id)
    select invoice_id, name, quantity, price, vat, use_points, points, ticket_id, product_id
    from unnest(
      ${items.map(({ invoiceId }) => invoiceId)}::int[],
      ${items.map(({ name }) => name)}::text[],
      ${items.map(({ quantity }) => quantity)}::int[],
      ${items.map(({ price }) => price)}::int[],
      ${items.map(({ vatPercent }) => vatPercent)}::int[],
      ${items.map(({ usePoints }) => usePoints)}::bool[],
      ${items.map(({ points }) => points)}::int[],
      ${items.map(({ ticketId }) => ticketId)}::int[],
      ${items.map(({ productId }) => productId)}::int[]
    ) with ordinality
      as item (invoice_id, name, quantity, price, vat, use_points, points, ticket_id, product_id, position)
    order by position`.execute(tx)
}

async function insertOrders(tx: Tx, invoices: readonly InvoiceRow[]): Promise<void> {
  const orders = invoices.flatMap(({ order, ...invoice }) => (order ? [{ ...invoice, order }] : []))
  await sql`
    insert into orders (user_id, invoice_id, created_at, total, payment_type, items_fingerprint)
    select user_id, invoice_id, created_at, total, payment_type, fingerprint
    from unnest(
      ${orders.map(({ userId }) => userId)}::int[],
      ${orders.map(({ id }) => id)}::int[],
      ${orders.map(({ issuedAt }) => issuedAt)}::timestamptz[],
      ${orders.map(({ total }) => total)}::int[],
      ${orders.map(({ paymentType }) => paymentType)}::text[],
      ${orders.map(({ order }) => fingerprintOf([order.ticketIds, order.lineIds]))}::text[]
    ) with ordinality as placed (user_id, invoice_id, created_at, total, payment_type, fingerprint, position)
    order by position`.execute(tx)
}

async function insertTickets(tx: Tx, tickets: readonly TicketRow[]): Promise<void> {
  await sql`
    insert into tickets (id, event_show_id, place_id, place_type, user_id, state, price,
      reserved_at, reserved_until, bought_at, invoice_id, refund_invoice_id)
    overriding system value
    select id, show_id, place_id, place_type, user_id, case when refund_id is null then 'BOUGHT' else 'REFUNDED' end,
      price, reserved_at, reserved_until, bought_at, invoice_id, refund_id
    from unnest(
      ${tickets.map(({ id }) => id)}::int[],
      ${tickets.map(({ show }) => show.id)}::int[],
      ${tickets.map(({ place }) => place.id)}::int[],
      ${tickets.map(({ place }) => place.placeType)}::text[],
      ${tickets.map(({ userId }) => userId)}::int[],
      ${tickets.map(({ price }) => price)}::int[],
      ${tickets.map(({ reservedAt }) => reservedAt)}::timestamptz[],
      ${tickets.map(({ reservedUntil }) => reservedUntil)}::timestamptz[],
      ${tickets.map(({ boughtAt }) => boughtAt)}::timestamptz[],
      ${tickets.map(({ invoiceId }) => invoiceId)}::int[],
      ${tickets.map(({ refundInvoiceId }) => refundInvoiceId)}::int[]
    ) as ticket (id, show_id, place_id, place_type, user_id, price,
      reserved_at, reserved_until, bought_at, invoice_id, refund_id)`.execute(tx)
}

async function insertPoints(tx: Tx, points: readonly PointsRow[]): Promise<void> {
  await sql`
    insert into points_entries (user_id, points, counts_from, created_at, invoice_id, ticket_id, reason)
    select user_id, points, counts_from, created_at, invoice_id, ticket_id, reason
    from unnest(
      ${points.map(({ userId }) => userId)}::int[],
      ${points.map((entry) => entry.points)}::int[],
      ${points.map(({ countsFrom }) => countsFrom)}::timestamptz[],
      ${points.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${points.map(({ invoiceId }) => invoiceId)}::int[],
      ${points.map(({ ticketId }) => ticketId)}::int[],
      ${points.map(({ reason }) => reason)}::text[]
    ) with ordinality as entry (user_id, points, counts_from, created_at, invoice_id, ticket_id, reason, position)
    order by position`.execute(tx)
}

/** Writes the occupancy of every standing place. */
async function countStanding(tx: Tx): Promise<void> {
  await sql`
    insert into standing_occupancies (event_show_id, place_id, capacity, occupied)
    select tickets.event_show_id, tickets.place_id, places.capacity, count(*)
    from tickets join places on places.id = tickets.place_id
    where tickets.place_type = 'STANDING' and tickets.state in ('RESERVED', 'BOUGHT')
    group by tickets.event_show_id, tickets.place_id, places.capacity`.execute(tx)
}

/** Writes how many pieces of each product each customer has bought. */
async function countMerchandise(tx: Tx): Promise<void> {
  await sql`
    insert into merchandise_sales (user_id, merchandise_product_id, quantity)
    select invoices.user_id, invoice_items.merchandise_product_id, sum(invoice_items.quantity)
    from invoice_items join invoices on invoices.id = invoice_items.invoice_id
    where invoice_items.merchandise_product_id is not null
    group by invoices.user_id, invoice_items.merchandise_product_id`.execute(tx)
}
