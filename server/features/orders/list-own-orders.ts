import type { Paged, Paging } from '#contract/fields.ts'
import type { Order } from '#contract/orders.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectItems } from '#server/features/invoices/invoices.sql.ts'
import { selectOrders } from './orders.sql.ts'

/** Lists a customer's orders with their items, newest first. */
export async function listOwnOrders(db: Db, userId: UserId, paging: Paging): Promise<Paged<Order>> {
  const { total, elements } = await selectOrders(db, userId, paging)
  const items = await selectItems(
    db,
    elements.map(({ invoiceId }) => invoiceId),
  )
  const itemsOf = Map.groupBy(items, ({ invoiceId }) => invoiceId)
  return { total, elements: elements.map((order) => ({ ...order, items: itemsOf.get(order.invoiceId) ?? [] })) }
}
