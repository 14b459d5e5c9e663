import { sql } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'

/** Counts the pieces of products in the unpaid orders of a client network. Products without any are missing. */
export async function countPiecesOfNetwork(
  tx: Tx,
  clientNetwork: Buffer,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, number>> {
  const { rows } = await sql<{ productId: ProductId; pieces: number }>`
    select merchandise_product_id as "productId", sum(quantity) as pieces
    from pending_orders join pending_order_items on pending_order_id = pending_orders.id
    where client_network = ${clientNetwork} and state = 'OPEN'
      and merchandise_product_id = any(${productIds}::int[])
    group by merchandise_product_id`.execute(tx)
  return new Map(rows.map(({ productId, pieces }) => [productId, pieces]))
}

/** Reads products with their stock, and with the pieces that all unpaid orders withhold from it. */
export function selectUnpaidPieces(tx: Tx, productIds: readonly ProductId[]) {
  return tx
    .selectFrom('merchandise_products as product')
    .select(['id', 'name', 'stock', 'items_per_customer as itemsPerCustomer'])
    .select(
      sql<number>`(
        select coalesce(sum(quantity), 0)
        from pending_orders join pending_order_items on pending_order_id = pending_orders.id
        where state = 'OPEN' and merchandise_product_id = product.id
      )`.as('unpaid'),
    )
    .where('id', '=', oneOf(productIds))
    .orderBy('id')
    .execute()
}

/** Clears the client networks of orders that servers of the version before have ended. */
export async function clearEndedNetworks(db: Db): Promise<void> {
  await db
    .updateTable('pending_orders')
    .set({ client_network: null })
    .where('client_network', 'is not', null)
    .where('state', '<>', 'OPEN')
    .execute()
}
