import { sql } from 'kysely'
import type { Paged, Paging } from '#contract/fields.ts'
import type { Invoice, InvoiceDetail, Seller } from '#contract/invoices.ts'
import type { InvoiceId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import type { InvoiceType } from '#domain/accounting/invoices.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderItem } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'
import { oneOf } from '#server/db/one-of.ts'
import { isTicketUsed } from '#server/features/entry/scans.sql.ts'
import { isInvoiceDisputed, shortRefund, takenBack } from '#server/features/orders/payments/refunds.sql.ts'

export type NewInvoice = {
  type: InvoiceType
  userId: UserId
  customer: { firstName: string; lastName: string; address: string }
  seller: Seller
  total: Cents
  paymentType: PaymentType | null
  /** How a provider took the money. Null for other payments, and for refunds. */
  paidBy?: string | null
  /** The latest delivery time of the items; now if that has passed. */
  deliveryAt?: Date | undefined
  cancels?: InvoiceId
  items: readonly (OrderItem & { ticketId?: TicketId; productId?: ProductId })[]
}

/** Inserts an invoice. The database assigns the next number of its year during the commit. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<InvoiceId> {
  const [id] = await insertInvoices(tx, [invoice])
  if (id === undefined) throw new Error('The invoice was not written.')
  return id
}

/** Inserts invoices with their items, and returns their ids in the same order. */
export async function insertInvoices(tx: Tx, invoices: readonly NewInvoice[]): Promise<InvoiceId[]> {
  if (invoices.length === 0) return []
  const given = invoices.map(({ customer: { firstName, lastName, address }, ...invoice }, at) => {
    return { ...invoice, firstName, lastName, address, at, items: undefined }
  })
  const items = invoices.flatMap(({ items }, at) => items.map((item) => ({ at, ...item })))
  const { rows } = await sql<{ id: InvoiceId }>`
    with made as (
      insert into invoices (
        invoice_type, user_id, issued_at, delivery_at, payment_type, paid_by,
        customer_first_name, customer_last_name, customer_address, seller, total, cancels_invoice_id
      )
      select type, "userId", shop_now(), greatest("deliveryAt", shop_now()), "paymentType", "paidBy",
        "firstName", "lastName", address, seller, total, cancels
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        at int, type text, "userId" int, "deliveryAt" timestamptz, "paymentType" text, "paidBy" text,
        "firstName" text, "lastName" text, address text, seller jsonb, total int, cancels int
      )
      order by at
      returning id
    ), numbered as (
      select id, row_number() over (order by id) - 1 as at from made
    ), lines as (
      insert into invoice_items (
        invoice_id, name, quantity, price, vat_percent, use_points, points, ticket_id, merchandise_product_id
      )
      select id, name, quantity, price, "vatPercent", "usePoints", points, "ticketId", "productId"
      from rows from (
        jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (
          at int, name text, quantity int, price int, "vatPercent" int, "usePoints" boolean, points int,
          "ticketId" int, "productId" int
        )
      ) with ordinality as item (
        at, name, quantity, price, "vatPercent", "usePoints", points, "ticketId", "productId", position
      )
      join numbered using (at)
      order by position
    )
    select id from made order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Names how a sale, named by its table, was paid: its refunds go back that way. Null for a simulated payment. */
const paidByOfSale = (sale: string) => sql<string | null>`coalesce(${sql.ref(`${sale}.paid_by`)},
  case ${sql.ref(`${sale}.payment_type`)}
    when 'CASH' then 'At the box office, cash'
    when 'CARD' then 'At the box office, card' end)`

function selectFromInvoices(db: Db) {
  return db
    .selectFrom('invoices')
    .leftJoin('invoices as cancelled', 'cancelled.id', 'invoices.cancels_invoice_id')
    .select([
      'invoices.id',
      'invoices.invoice_number as invoiceNumber',
      'invoices.invoice_type as invoiceType',
      'invoices.issued_at as invoiceDate',
      'invoices.delivery_at as deliveryDate',
      'invoices.payment_type as paymentType',
      sql<string | null>`coalesce(invoices.paid_by, ${paidByOfSale('cancelled')})`.as('paidBy'),
      'invoices.customer_first_name as firstName',
      'invoices.customer_last_name as lastName',
      'invoices.customer_address as address',
      'invoices.seller',
      'invoices.total',
      'cancelled.invoice_number as cancelsInvoiceNumber',
      shortRefund.as('shortRefund'),
      takenBack.as('takenBack'),
    ])
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectFromInvoices>['executeTakeFirstOrThrow']>>

/** Lists a customer's invoices, newest first. */
export async function selectInvoices(db: Db, userId: UserId, paging: Paging): Promise<Paged<Invoice>> {
  const found = selectFromInvoices(db)
    .where('invoices.user_id', '=', userId)
    .orderBy('invoices.issued_at', 'desc')
    .orderBy('invoices.id', 'desc')
  const { total, elements } = await pageOf(found, paging)
  return { total, elements: await withItems(db, elements) }
}

/** Reads the ids of a customer's invoices, newest first. */
export async function selectInvoiceIds(db: Db, userId: UserId): Promise<InvoiceId[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the invoices with these ids, newest first. */
export async function selectInvoicesById(db: Db, ids: readonly InvoiceId[]): Promise<Invoice[]> {
  const found = selectFromInvoices(db)
    .where('invoices.id', '=', oneOf(ids))
    .orderBy('invoices.issued_at', 'desc')
    .orderBy('invoices.id', 'desc')
  return withItems(db, await found.execute())
}

/** Selects one invoice of a customer. Undefined for an unknown invoice or another customer's. */
export async function selectInvoice(db: Db, userId: UserId, id: InvoiceId): Promise<InvoiceDetail | undefined> {
  const own = selectFromInvoices(db).where('invoices.user_id', '=', userId)
  const rows = await own.where('invoices.id', '=', id).execute()
  const [invoice] = await withItems(db, rows)
  if (!invoice) return undefined
  const state = await selectStateOfTickets(db, id)
  return { ...invoice, ...state }
}

/** Selects one invoice of any customer, for staff. Undefined for an unknown one. */
export async function selectInvoiceOfAnyone(db: Db, id: InvoiceId): Promise<Invoice | undefined> {
  const rows = await selectFromInvoices(db).where('invoices.id', '=', id).execute()
  const [invoice] = await withItems(db, rows)
  return invoice
}

type StateOfTickets = Required<Pick<InvoiceDetail, 'validTickets' | 'hasMerchandise' | 'cancelledShows'>>

/** Reads how many tickets of an invoice are valid, which shows of it were cancelled, and whether it has merchandise. */
async function selectStateOfTickets(db: Db, id: InvoiceId): Promise<StateOfTickets> {
  const { rows } = await sql<StateOfTickets>`
    select count(*) filter (where state = 'BOUGHT' and cancelled_at is null) as "validTickets",
      exists (select from invoice_items where invoice_id = ${id} and ticket_id is null) as "hasMerchandise",
      coalesce(
        json_agg(distinct jsonb_build_object(
          'name', event_shows.name, 'eventTitle', events.title, 'reason', cancel_reason))
          filter (where cancelled_at is not null),
        '[]') as "cancelledShows"
    from (
      select event_show_id, state, null::timestamptz as refunded_at from tickets where invoice_id = ${id}
      union all
      select event_show_id, state, issued_at from tickets join invoices on invoices.id = refund_invoice_id
      where refund_invoice_id = ${id}
    ) as sold
    join event_shows on event_shows.id = event_show_id and (refunded_at is null or refunded_at >= cancelled_at)
    join events on events.id = event_id`.execute(db)
  return rows[0] ?? { validTickets: 0, hasMerchandise: false, cancelledShows: [] }
}

async function withItems(db: Db, rows: readonly InvoiceRow[]): Promise<Invoice[]> {
  const items = await selectItems(
    db,
    rows.map(({ id }) => id),
  )
  const itemsOf = Map.groupBy(items, ({ invoiceId }) => invoiceId)
  return rows.map(({ firstName, lastName, address, seller, ...invoice }) => ({
    ...invoice,
    seller: seller as Seller,
    customer: { name: firstName, lastName, address },
    items: itemsOf.get(invoice.id) ?? [],
  }))
}

/** Selects the lines of several invoices, in the order of insertion. */
export function selectItems(db: Db, invoiceIds: readonly InvoiceId[]) {
  return db
    .selectFrom('invoice_items')
    .select([
      'invoice_id as invoiceId',
      'name',
      'quantity',
      'price',
      'vat_percent as VAT',
      'use_points as usePoints',
      'points',
    ])
    .where('invoice_id', '=', oneOf(invoiceIds))
    .orderBy('id')
    .execute()
}

/** Reads what a mail says about invoices, in the order of their ids. `points`: those paid with. */
export function selectInvoiceFacts(db: Db, ids: readonly InvoiceId[]) {
  return db
    .selectFrom('invoices')
    .select([
      'id',
      'invoice_number as invoiceNumber',
      'total',
      sql<number>`(
        select coalesce(sum(points * quantity), 0)::integer from invoice_items
        where invoice_id = invoices.id and use_points)`.as('points'),
      sql<string | null>`coalesce(paid_by, (
        select ${paidByOfSale('sale')} from invoices sale where sale.id = invoices.cancels_invoice_id))`.as('paidBy'),
      isInvoiceDisputed('invoices.cancels_invoice_id').as('isDisputed'),
      shortRefund.as('shortRefund'),
      takenBack.as('takenBack'),
    ])
    .where('id', '=', oneOf(ids))
    .orderBy('id')
    .execute()
}

/**
 * Selects a ticket's line on its invoice, the customer of that invoice, the start of the ticket's show, and whether a
 * dispute of the payment blocks refunds.
 */
export function selectSale(tx: Tx, ticketId: TicketId) {
  return tx
    .selectFrom('tickets')
    .innerJoin('invoices', 'invoices.id', 'tickets.invoice_id')
    .innerJoin('invoice_items', (join) =>
      join.onRef('invoice_items.invoice_id', '=', 'invoices.id').onRef('invoice_items.ticket_id', '=', 'tickets.id'),
    )
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .select([
      'invoices.id as invoiceId',
      'invoices.customer_first_name as firstName',
      'invoices.customer_last_name as lastName',
      'invoices.customer_address as address',
      'invoices.paid_by as paidBy',
      'invoice_items.name',
      'invoice_items.price',
      'invoice_items.vat_percent as vatPercent',
      'invoice_items.points',
      'event_shows.starts_at as startsAt',
      'event_shows.ends_at as endsAt',
      'tickets.refundable_until as refundableUntil',
      'tickets.missing_points as missingPoints',
      isInvoiceDisputed('invoices.id').as('isDisputed'),
      isTicketUsed.as('isUsed'),
      now.as('now'),
    ])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow()
}

const BATCH = 1_000

/** Anonymises invoices issued before the last `keepYears` full calendar years, in batches. */
export async function anonymiseInvoices(
  db: Db,
  { keepYears, timeZone }: { keepYears: number; timeZone: string },
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ changed: number }>`
      select anonymise_invoices(${keepYears}::int, ${timeZone}::text, ${BATCH}::int) as changed`.execute(db)
    if ((rows[0]?.changed ?? 0) < BATCH) return
  }
}
