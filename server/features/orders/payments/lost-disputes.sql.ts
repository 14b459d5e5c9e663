import { sql } from 'kysely'
import type { InvoiceId, PaymentId, PlaceId, ProductId, RefundId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { rests } from './dispute-shares.sql.ts'
import { paidBy, renewRefund } from './refunds.sql.ts'

/** A line of a paid invoice: a ticket or a product. `points`: those that each piece earned, at `countsFrom`. */
export type PaidItem = {
  id: number
  userId: UserId
  invoiceId: InvoiceId
  customer: { firstName: string; lastName: string; address: string }
  name: string
  quantity: number
  price: Cents
  vatPercent: number
  points: number
  countsFrom: Date
  isCounted: boolean
  productId: ProductId | null
  ticket: { id: TicketId; showId: ShowId; placeId: PlaceId; placeType: PlaceType } | null
}

/**
 * Reads the lines that a payment bought for money and that are not cancelled. None for a payment whose money went back,
 * because another one bought its items.
 */
export async function selectPaidItemsLeft(db: Db | Tx, id: PaymentId): Promise<PaidItem[]> {
  const { rows } = await sql<PaidItem>`
    select item.id, sale.user_id as "userId", sale.id as "invoiceId",
      json_build_object('firstName', sale.customer_first_name, 'lastName', sale.customer_last_name,
        'address', sale.customer_address) as customer,
      item.name, item.quantity, item.price, item.vat_percent as "vatPercent", item.points,
      coalesce(greatest(starts_at, refundable_until), sale.issued_at) as "countsFrom",
      coalesce(greatest(starts_at, refundable_until) <= shop_now(), true) as "isCounted",
      item.merchandise_product_id as "productId",
      case when tickets.id is not null then json_build_object('id', tickets.id, 'showId', tickets.event_show_id,
        'placeId', tickets.place_id, 'placeType', tickets.place_type) end as ticket
    from payments
    join pending_orders on pending_orders.id = payments.pending_order_id
    join invoices sale on sale.id = pending_orders.invoice_id
    join invoice_items item on item.invoice_id = sale.id and not item.use_points and item.price > 0
    left join tickets on tickets.id = item.ticket_id and tickets.invoice_id = sale.id and tickets.state = 'BOUGHT'
    left join event_shows on event_shows.id = tickets.event_show_id
    where payments.id = ${id} and payments.state = 'TAKEN'
      and not exists (select from refunds where payment_id = payments.id and reason <> 'TICKET')
      and (item.ticket_id is null or tickets.id is not null)
      and not exists (
        select from invoices cancel join invoice_items line on line.invoice_id = cancel.id
        where cancel.cancels_invoice_id = sale.id and line.merchandise_product_id = item.merchandise_product_id)
    order by item.id`.execute(db)
  return rows
}

type DisputeOfPayment = { paymentId: PaymentId; ref: string }

/**
 * The highest cost of the items and refunds that the end of a dispute, in the statement's `disputes`, may choose: what
 * the bank took by it, and by others without an item that explains it. 0 for one that cannot be ended.
 */
export const leftOfDispute = sql<Cents>`case
  when disputes.state = 'LOST' and disputes.ended_at is null
  then disputes.amount + (
    select coalesce(sum(rest), 0)::integer from ${rests} as rests where rests.payment_id = disputes.payment_id)
  else 0 end`

/** Reads a dispute of a payment. Undefined for another payment's. */
export function selectDispute(tx: Tx, { paymentId, ref }: DisputeOfPayment) {
  return tx
    .selectFrom('disputes')
    .select(['amount', 'state', 'ended_at as endedAt', 'cancel_invoice_id as cancelInvoiceId'])
    .select(leftOfDispute.as('left'))
    .where('payment_id', '=', paymentId)
    .where('provider_ref', '=', ref)
    .executeTakeFirst()
}

/** Reads the references of the lost disputes of a payment that were ended. */
export async function selectEndedDisputes(tx: Tx, paymentId: PaymentId): Promise<string[]> {
  const ended = await tx
    .selectFrom('disputes')
    .select('provider_ref as ref')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'LOST')
    .where('ended_at', 'is not', null)
    .execute()
  return ended.map(({ ref }) => ref)
}

/** Notes that an administrator ended a lost dispute. `cancelInvoiceId`: of the cancelled items, null without any. */
export async function updateDisputeEnded(
  tx: Tx,
  { paymentId, ref }: DisputeOfPayment,
  cancelInvoiceId: InvoiceId | null,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ ended_at: sql<Date>`shop_now()`, cancel_invoice_id: cancelInvoiceId })
    .where('payment_id', '=', paymentId)
    .where('provider_ref', '=', ref)
    .execute()
}

/** Makes the refunds due again that a dispute had paid. */
export async function reopenSettledRefunds(tx: Tx, { paymentId, ref }: DisputeOfPayment): Promise<void> {
  const { rows } = await sql<{ id: RefundId }>`
    select id from refunds
    where payment_id = ${paymentId} and state = 'BY_HAND' and failure = ${paidBy(ref)}`.execute(tx)
  for (const { id } of rows) await renewRefund(tx, id)
}
