import { sql } from 'kysely'
import type { Paging } from '#contract/fields.ts'
import type { InvoiceId, MerchandisePurchaseId, OrderId, ProductId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { pageOf } from '#server/db/paged.ts'
import { oneOf } from '#server/db/one-of.ts'

/** Reads the invoices of customers' earlier orders of exactly these items. Customers without one are missing. */
export async function selectOrdersOfItems(
  tx: Tx,
  orders: readonly { userId: UserId; itemsFingerprint: string }[],
): Promise<Map<UserId, InvoiceId>> {
  const { rows } = await sql<{ userId: UserId; invoiceId: InvoiceId }>`
    select user_id as "userId", invoice_id as "invoiceId" from orders
    join unnest(
      ${orders.map(({ userId }) => userId)}::int[],
      ${orders.map(({ itemsFingerprint }) => itemsFingerprint)}::text[]
    ) as wanted (user_id, items_fingerprint) using (user_id, items_fingerprint)`.execute(tx)
  return new Map(rows.map(({ userId, invoiceId }) => [userId, invoiceId]))
}

type NewOrderRow = {
  userId: UserId
  invoiceId: InvoiceId
  total: Cents
  paymentType: PaymentType | null
  itemsFingerprint: string
}

/** Inserts orders and returns their ids in the same order. */
export async function insertOrders(tx: Tx, orders: readonly NewOrderRow[]): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`
    insert into orders (user_id, invoice_id, created_at, total, payment_type, items_fingerprint)
    select user_id, invoice_id, shop_now(), total, payment_type, items_fingerprint
    from unnest(
      ${orders.map(({ userId }) => userId)}::int[],
      ${orders.map(({ invoiceId }) => invoiceId)}::int[],
      ${orders.map(({ total }) => total)}::int[],
      ${orders.map(({ paymentType }) => paymentType)}::text[],
      ${orders.map(({ itemsFingerprint }) => itemsFingerprint)}::text[]
    ) with ordinality as placed (user_id, invoice_id, total, payment_type, items_fingerprint, position)
    order by position
    returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** Reads the order of an invoice that sells. */
export async function selectOrderOfInvoice(tx: Db | Tx, invoiceId: InvoiceId): Promise<OrderId> {
  const { id } = await tx
    .selectFrom('orders')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return id
}

/** Locks products in the order of their ids, so that nothing of them changes until the transaction ends. */
export async function lockProducts(tx: Tx, productIds: readonly ProductId[]): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .selectFrom('merchandise_products')
    .select('id')
    .where('id', '=', oneOf(productIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks the products of customers' cart lines in the order of their ids. */
export async function lockProductsOfLines(
  tx: Tx,
  userIds: readonly UserId[],
  lineIds: readonly MerchandisePurchaseId[],
): Promise<void> {
  await tx
    .selectFrom('merchandise_products')
    .select('id')
    .where('id', 'in', (lines) =>
      lines
        .selectFrom('merchandise_purchases')
        .select('merchandise_product_id')
        .where('user_id', '=', oneOf(userIds))
        .where('id', '=', oneOf(lineIds)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Sale = { productId: ProductId; quantity: number }

const quantities = (sales: readonly Sale[]) => sql`
  select product_id, sum(quantity) as quantity
  from unnest(
    ${sales.map(({ productId }) => productId)}::int[], ${sales.map(({ quantity }) => quantity)}::int[]
  ) as sale (product_id, quantity)
  group by product_id`

/** Subtracts pieces from the stock of locked products. */
export async function takeStock(tx: Tx, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return
  await sql`
    update merchandise_products set stock = stock - sold.quantity
    from (${quantities(sales)}) as sold where id = sold.product_id`.execute(tx)
}

/** Gives pieces back to the stock of locked products, up to the largest integer of the column. */
export async function returnStock(tx: Tx, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return
  await sql`
    update merchandise_products set stock = least(stock::bigint + sold.quantity, 2147483647)
    from (${quantities(sales)}) as sold where id = sold.product_id`.execute(tx)
}

/** Tells whether locked products have these pieces in stock. */
export async function hasStock(tx: Tx, sales: readonly Sale[]): Promise<boolean> {
  if (sales.length === 0) return true
  const { rows } = await sql`
    select from merchandise_products join (${quantities(sales)}) as sold on id = sold.product_id
    where stock < sold.quantity limit 1`.execute(tx)
  return rows.length === 0
}

/** Tells whether these pieces of locked products exceed what a locked customer may still buy of one of them. */
export async function exceedsLimits(tx: Tx, userId: UserId, sales: readonly Sale[]): Promise<boolean> {
  if (sales.length === 0) return false
  const { rows } = await sql`
    select from merchandise_products product
    join (${quantities(sales)}) as sold on product.id = sold.product_id
    left join merchandise_sales ever on ever.user_id = ${userId} and ever.merchandise_product_id = product.id
    cross join lateral (
      select coalesce(sum(item.quantity), 0) as quantity from pending_order_items item
      join pending_orders on pending_orders.id = item.pending_order_id
      where pending_orders.user_id = ${userId} and pending_orders.state = 'OPEN'
        and item.merchandise_product_id = product.id
    ) as withheld
    where sold.quantity + coalesce(ever.quantity, 0) + withheld.quantity > product.items_per_customer limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Adds sold pieces to the total purchases of their customers. */
export async function countSales(tx: Tx, sales: readonly (Sale & { userId: UserId })[]): Promise<void> {
  if (sales.length === 0) return
  await sql`
    insert into merchandise_sales as ever (user_id, merchandise_product_id, quantity)
    select user_id, product_id, sum(quantity)
    from unnest(
      ${sales.map(({ userId }) => userId)}::int[],
      ${sales.map(({ productId }) => productId)}::int[],
      ${sales.map(({ quantity }) => quantity)}::int[]
    ) as sold (user_id, product_id, quantity)
    group by user_id, product_id
    order by user_id, product_id
    on conflict (user_id, merchandise_product_id) do update set quantity = ever.quantity + excluded.quantity`.execute(
    tx,
  )
}

/** Reads a customer's orders, newest first. */
export function selectOrders(db: Db, userId: UserId, paging: Paging) {
  const found = db
    .selectFrom('orders')
    .select(['id', 'created_at as createdAt', 'total', 'payment_type as paymentType', 'invoice_id as invoiceId'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return pageOf(found, paging)
}
