import type { Paged, Paging } from '#contract/fields.ts'
import type { Order } from '#contract/orders.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectItems } from '#server/features/invoices/invoices.sql.ts'
import { countOrders, selectOrders } from './orders.sql.ts'

/** A customer's own orders with their items, newest first. */
export async function listOwnOrders(
  db: Db,
  { userId, pageIndex, pageSize }: Paging & { userId: UserId },
): Promise<Paged<Order>> {
  const orders = await selectOrders(db, userId, { limit: pageSize, offset: pageIndex * pageSize })
  const [total, items] = await Promise.all([
    countOrders(db, userId),
    selectItems(
      db,
      orders.map(({ invoiceId }) => invoiceId),
    ),
  ])
  const elements = orders.map((order) => ({
    ...order,
    items: items.filter(({ invoiceId }) => invoiceId === order.invoiceId),
  }))
  return { total, elements }
}
