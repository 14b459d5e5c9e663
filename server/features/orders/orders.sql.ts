import { sql } from 'kysely'
import type { InvoiceId, ProductId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/payment-types.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** The order of just these things that this customer placed before. */
export function selectOrderOfItems(tx: Tx, userId: UserId, itemsFingerprint: string) {
  return tx
    .selectFrom('orders')
    .select('invoice_id as invoiceId')
    .where('user_id', '=', userId)
    .where('items_fingerprint', '=', itemsFingerprint)
    .executeTakeFirst()
}

type NewOrderRow = {
  userId: UserId
  invoiceId: InvoiceId
  total: Cents
  paymentType: PaymentType | null
  itemsFingerprint: string
}

export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<void> {
  await tx
    .insertInto('orders')
    .values({
      user_id: order.userId,
      invoice_id: order.invoiceId,
      created_at: sql<Date>`shop_now()`,
      total: order.total,
      payment_type: order.paymentType,
      items_fingerprint: order.itemsFingerprint,
    })
    .execute()
}

/** Locks products in id order. What is then read of them holds until the transaction ends. */
export async function lockProducts(tx: Tx, productIds: readonly ProductId[]): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .selectFrom('merchandise_products')
    .select('id')
    .where('id', 'in', productIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Sale = { productId: ProductId; quantity: number }

/** Takes what is sold off the stock and adds it to what the customer ever bought. */
export async function sellProducts(tx: Tx, userId: UserId, sales: readonly Sale[]): Promise<void> {
  for (const { productId, quantity } of sales) {
    await tx
      .updateTable('merchandise_products')
      .set(({ eb }) => ({ stock: eb('stock', '-', quantity) }))
      .where('id', '=', productId)
      .execute()
    await tx
      .insertInto('merchandise_sales')
      .values({ user_id: userId, merchandise_product_id: productId, quantity })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'merchandise_product_id'])
          .doUpdateSet(({ eb }) => ({ quantity: eb('merchandise_sales.quantity', '+', quantity) })),
      )
      .execute()
  }
}

/** A customer's orders, newest first. */
export function selectOrders(db: Db, userId: UserId, page: { limit: number; offset: number }) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at as createdAt', 'total', 'payment_type as paymentType', 'invoice_id as invoiceId'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countOrders(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
