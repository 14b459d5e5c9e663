import { sql } from 'kysely'
import type { Seller } from '#contract/invoices.ts'
import type { UserId } from '#domain/ids.ts'
import { dateText } from '#domain/time-text.ts'
import type { Tx } from '#server/db/connection.ts'
import { fingerprintOf } from '#server/db/idempotent-request.sql.ts'
import type { PlaceOnSale, ProductOnSale, ShowOnSale } from './box-office.ts'
import type { Books, InvoiceRow, PointsRow, TicketRow } from './keep-books.ts'

/** All shows, soonest first. */
export function selectShowsOnSale(tx: Tx): Promise<ShowOnSale[]> {
  return tx
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.id',
      'events.title as eventTitle',
      'events.type as eventType',
      'event_shows.starts_at as startsAt',
      'event_shows.price',
      'event_shows.vat_percent as vatPercent',
      'event_shows.seating_plan_id as seatingPlanId',
      'locations.time_zone as timeZone',
    ])
    .orderBy('event_shows.starts_at')
    .orderBy('event_shows.id')
    .execute()
}

/** All places of open sectors, in the order of their plans. */
export function selectPlacesOnSale(tx: Tx): Promise<PlaceOnSale[]> {
  return tx
    .selectFrom('places')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'places.id',
      'places.place_type as placeType',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
      'places.capacity',
      'sectors.name as sectorName',
      'sectors.price_percent as pricePercent',
      'sectors.seating_plan_id as seatingPlanId',
    ])
    .where('sectors.is_available', '=', true)
    .orderBy('places.id')
    .execute()
}

export function selectProductsOnSale(tx: Tx): Promise<ProductOnSale[]> {
  return tx
    .selectFrom('merchandise_products')
    .select([
      'id',
      'name',
      'price',
      'points',
      'stock',
      'items_per_customer as itemsPerCustomer',
      'vat_percent as vatPercent',
    ])
    .where('state', '=', 'ON_SALE')
    .orderBy('id')
    .execute()
}

type NewUser = { firstName: string; lastName: string; email: string; passwordHash: string; address: string }

/** Writes users, and answers their ids in the same order. */
export async function insertUsers(tx: Tx, users: readonly NewUser[], createdAt: Date): Promise<UserId[]> {
  const rows = await tx
    .insertInto('users')
    .values(
      users.map(({ firstName, lastName, email, passwordHash, address }) => ({
        first_name: firstName,
        last_name: lastName,
        email,
        password_hash: passwordHash,
        address,
        created_at: createdAt,
        deleted_at: null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks so many of the oldest news read. */
export async function insertNewsReads(tx: Tx, userId: UserId, count: number): Promise<void> {
  await sql`
    insert into news_reads (user_id, news_id)
    select ${userId}::int, id from news order by published_at, id limit ${count}`.execute(tx)
}

type Numbered = 'invoices' | 'tickets' | 'merchandise_purchases'

/** Takes the next ids of a table, to be written by whoever asks. */
export async function takeIds<Id extends number>(tx: Tx, table: Numbered, count: number): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

type Customers = ReadonlyMap<UserId, { firstName: string; lastName: string; address: string }>

/** Writes books into the shop: invoices under the numbers of their years, and all that stands on them. */
export async function insertBooks(
  tx: Tx,
  books: Books,
  { customers, seller }: { customers: Customers; seller: Seller },
) {
  await insertInvoices(tx, books.invoices, { customers, seller })
  await insertItems(tx, books.invoices)
  await insertOrders(tx, books.invoices)
  await insertTickets(tx, books.tickets)
  await insertPoints(tx, books.points)
  await countStanding(tx)
  await countMerchandise(tx)
}

async function insertInvoices(
  tx: Tx,
  invoices: readonly InvoiceRow[],
  { customers, seller }: { customers: Customers; seller: Seller },
): Promise<void> {
  const numbers = await takeInvoiceNumbers(tx, invoices, seller.timeZone)
  const customerOf = (userId: UserId) => customers.get(userId) ?? { firstName: '', lastName: '', address: '' }
  await sql`
    insert into invoices (id, invoice_number, invoice_type, user_id, issued_at, delivery_at, payment_type,
      customer_first_name, customer_last_name, customer_address, seller, total, cancels_invoice_id)
    overriding system value
    select id, number, case when cancels is null then 'NORMAL' else 'CANCEL' end, user_id, issued_at, delivery_at,
      payment_type, first_name, last_name, address, ${JSON.stringify(seller)}::jsonb, total, cancels
    from unnest(
      ${invoices.map(({ id }) => id)}::int[],
      ${numbers}::text[],
      ${invoices.map(({ userId }) => userId)}::int[],
      ${invoices.map(({ issuedAt }) => issuedAt)}::timestamptz[],
      ${invoices.map(({ deliveryAt }) => deliveryAt)}::timestamptz[],
      ${invoices.map(({ paymentType }) => paymentType)}::text[],
      ${invoices.map(({ userId }) => customerOf(userId).firstName)}::text[],
      ${invoices.map(({ userId }) => customerOf(userId).lastName)}::text[],
      ${invoices.map(({ userId }) => customerOf(userId).address)}::text[],
      ${invoices.map(({ total }) => total)}::int[],
      ${invoices.map(({ cancels }) => cancels)}::int[]
    ) as invoice (id, number, user_id, issued_at, delivery_at, payment_type, first_name, last_name, address, total, cancels)
    `.execute(tx)
}

/** The next numbers of each year that invoices are dated in, without gaps. */
async function takeInvoiceNumbers(tx: Tx, invoices: readonly InvoiceRow[], timeZone: string): Promise<string[]> {
  const years = invoices.map(({ issuedAt }) => Number(dateText(issuedAt, timeZone).slice(0, 4)))
  const next = new Map<number, number>()
  for (const [year, ofYear] of Map.groupBy(years, (year) => year)) {
    const { last_number } = await tx
      .insertInto('invoice_counters')
      .values({ year, last_number: ofYear.length })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet(({ eb }) => ({
          last_number: eb('invoice_counters.last_number', '+', ofYear.length),
        })),
      )
      .returning('last_number')
      .executeTakeFirstOrThrow()
    next.set(year, last_number - ofYear.length + 1)
  }
  return years.map((year) => {
    const number = next.get(year) ?? 1
    next.set(year, number + 1)
    return `${year}-${String(number).padStart(6, '0')}`
  })
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

/** Counts the standing tickets where the shop looks for them. */
async function countStanding(tx: Tx): Promise<void> {
  await sql`
    insert into standing_occupancies (event_show_id, place_id, capacity, occupied)
    select tickets.event_show_id, tickets.place_id, places.capacity, count(*)
    from tickets join places on places.id = tickets.place_id
    where tickets.place_type = 'STANDING' and tickets.state in ('RESERVED', 'BOUGHT')
    group by tickets.event_show_id, tickets.place_id, places.capacity`.execute(tx)
}

/** Counts what every customer ever bought of a product. */
async function countMerchandise(tx: Tx): Promise<void> {
  await sql`
    insert into merchandise_sales (user_id, merchandise_product_id, quantity)
    select invoices.user_id, invoice_items.merchandise_product_id, sum(invoice_items.quantity)
    from invoice_items join invoices on invoices.id = invoice_items.invoice_id
    where invoice_items.merchandise_product_id is not null
    group by invoices.user_id, invoice_items.merchandise_product_id`.execute(tx)
}
