import { sql } from 'kysely'
import type { PendingOrderId, ProductId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'
import { isProductPublished } from '#server/db/published.sql.ts'

/** The days after its end in which money may still buy what an order named. A transfer takes a few. */
const LATE_MONEY_DAYS = 14

type EndedOrder = { pendingOrderId: PendingOrderId; userId: UserId; itemsFingerprint: string }

/**
 * Tells whether a locked customer has bought an item of an ended order since, or is paying for it by another order.
 * Another customer's tickets do not count, and other reservations of the same place only if they were ordered after the
 * end. Pieces of a product count if they were bought in the same way, for money or points: invoices do not name the
 * line of the cart.
 */
export async function hasOtherOrderOfItems(tx: Tx, order: EndedOrder): Promise<boolean> {
  const { pendingOrderId, userId, itemsFingerprint } = order
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (
      select from pending_order_items item
      join pending_order_items other on other.ticket_id = item.ticket_id or other.cart_line_id = item.cart_line_id
      join pending_orders on pending_orders.id = other.pending_order_id
      where item.pending_order_id = ${pendingOrderId} and pending_orders.state <> 'GONE'
    ) or exists (
      select from pending_order_items item join tickets on tickets.id = item.ticket_id
      where item.pending_order_id = ${pendingOrderId} and tickets.state <> 'RESERVED' and tickets.user_id = ${userId}
    ) or exists (
      select from pending_orders ended
      join pending_order_items item on item.pending_order_id = ended.id
      join tickets on tickets.event_show_id = item.event_show_id and tickets.place_id = item.place_id
        and tickets.user_id = ${userId} and tickets.bought_at >= ended.ended_at
      where ended.id = ${pendingOrderId} and not exists (
        select from pending_orders other
        where other.invoice_id = tickets.invoice_id and other.created_at < ended.ended_at)
    ) or exists (
      select from pending_orders ended
      join pending_order_items item on item.pending_order_id = ended.id
      join pending_orders other on other.user_id = ${userId} and other.state = 'OPEN'
        and other.created_at >= ended.ended_at
      join pending_order_items again on again.pending_order_id = other.id
        and (again.event_show_id = item.event_show_id and again.place_id = item.place_id
          or again.merchandise_product_id = item.merchandise_product_id and again.use_points = item.use_points)
      where ended.id = ${pendingOrderId}
    ) or exists (
      select from pending_orders ended
      join pending_order_items item on item.pending_order_id = ended.id
      join invoices on invoices.user_id = ${userId} and invoices.issued_at >= ended.ended_at and invoice_type = 'NORMAL'
      join invoice_items bought on bought.invoice_id = invoices.id
        and bought.merchandise_product_id = item.merchandise_product_id and bought.use_points = item.use_points
      where ended.id = ${pendingOrderId}
    ) or exists (
      select from orders where user_id = ${userId} and items_fingerprint = ${itemsFingerprint}
    ) as "isThere"`.execute(tx)
  return rows[0]?.isThere ?? false
}

/** Tells whether a locked pending order ended so lately that money for it may be under way. */
export async function hasEndedOfLate(tx: Tx, pendingOrderId: PendingOrderId): Promise<boolean> {
  const { rows } = await sql`
    select from pending_orders
    where id = ${pendingOrderId} and ended_at > shop_now() - make_interval(days => ${LATE_MONEY_DAYS}::int)`.execute(tx)
  return rows.length > 0
}

/** Reads what locked products cost now, and whether they are on sale, by their ids. */
export async function selectOffers(tx: Tx, productIds: readonly ProductId[]) {
  const products = await tx
    .selectFrom('merchandise_products as product')
    .select(['id', 'price', 'points', isProductPublished('product').as('isOnSale')])
    .where('id', '=', oneOf(productIds))
    .execute()
  return new Map(products.map(({ id, ...offer }) => [id, offer]))
}
