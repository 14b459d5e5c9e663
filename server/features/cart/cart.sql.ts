import { sql } from 'kysely'
import type { MerchandisePurchaseId, ProductId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { isProductPublished } from '#server/db/published.sql.ts'
import { oneOf } from '#server/db/one-of.ts'

type LineFilter = { userIds: readonly UserId[]; ids?: readonly MerchandisePurchaseId[]; productId?: ProductId }

/** Reads customers' cart lines with the current products and the number of pieces that each bought before. */
export async function selectCartLines(db: Db | Tx, { userIds, ids, productId }: LineFilter) {
  const rows = await db
    .selectFrom('merchandise_purchases as line')
    .innerJoin('merchandise_products as product', 'product.id', 'line.merchandise_product_id')
    .leftJoin('images', 'images.id', 'product.image_id')
    .leftJoin('merchandise_sales as sale', (join) =>
      join.onRef('sale.merchandise_product_id', '=', 'product.id').onRef('sale.user_id', '=', 'line.user_id'),
    )
    .select([
      'line.id as lineId',
      'line.user_id as userId',
      'line.quantity',
      'line.use_points as usePoints',
      'product.id',
      'product.name',
      'product.price',
      'product.points',
      'product.stock',
      'product.items_per_customer as itemsPerCustomer',
      'product.vat_percent as vatPercent',
      isProductPublished('product').as('isOnSale'),
      'images.name as imageName',
      sql<number>`coalesce(sale.quantity, 0)`.as('boughtBefore'),
    ])
    .where('line.user_id', '=', oneOf(userIds))
    .$if(ids !== undefined, (query) => query.where('line.id', '=', oneOf(ids ?? [])))
    .$if(productId !== undefined, (query) => query.where('product.id', '=', productId ?? (0 as ProductId)))
    .orderBy('line.id')
    .execute()
  return rows.map(({ lineId, userId, quantity, usePoints, vatPercent, imageName, ...product }) => ({
    id: lineId,
    userId,
    quantity,
    usePoints,
    vatPercent,
    imageName,
    product,
  }))
}

/** A cart line with everything that a purchase checks. */
export type CartLine = Awaited<ReturnType<typeof selectCartLines>>[number]

/** Adds pieces to the customer's line of this product and payment method, or creates it. Returns its id. */
export async function addToCartLine(
  tx: Tx,
  line: { userId: UserId; productId: ProductId; quantity: number; usePoints: boolean },
): Promise<MerchandisePurchaseId> {
  const { id } = await tx
    .insertInto('merchandise_purchases')
    .values({
      user_id: line.userId,
      merchandise_product_id: line.productId,
      quantity: line.quantity,
      use_points: line.usePoints,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'merchandise_product_id', 'use_points'])
        .doUpdateSet(({ eb }) => ({ quantity: eb('merchandise_purchases.quantity', '+', line.quantity) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the lines of a customer's cart. */
export async function countCartLines(tx: Tx, userId: UserId): Promise<number> {
  const { count } = await tx
    .selectFrom('merchandise_purchases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Sets a line's quantity and returns its product. Undefined if the customer has no such line. */
export function updateCartLine(tx: Tx, line: { userId: UserId; id: MerchandisePurchaseId; quantity: number }) {
  return tx
    .updateTable('merchandise_purchases')
    .set({ quantity: line.quantity })
    .where('id', '=', line.id)
    .where('user_id', '=', line.userId)
    .returning('merchandise_product_id as productId')
    .executeTakeFirst()
}

/** Reads the owner of a cart line. */
export function selectCartLineOwner(tx: Tx, id: MerchandisePurchaseId) {
  return tx.selectFrom('merchandise_purchases').select('user_id as userId').where('id', '=', id).executeTakeFirst()
}

/** Deletes cart lines of locked customers. */
export async function deleteCartLines(tx: Tx, ids: readonly MerchandisePurchaseId[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('merchandise_purchases').where('id', '=', oneOf(ids)).execute()
}

/**
 * Tells whether the customer may see the product. Only its author and administrators see one that is pending or was
 * rejected, only administrators one that is not published yet.
 */
export async function selectIsVisible(tx: Tx, userId: UserId, productId: ProductId): Promise<boolean> {
  const product = await tx
    .selectFrom('merchandise_products')
    .select('id')
    .where('id', '=', productId)
    .where(
      sql<boolean>`(state in ('ON_SALE', 'OFF_SALE') and published_from <= ${now} or state <> 'ON_SALE' and created_by = ${userId}
        or exists (select from users where id = ${userId} and is_admin))`,
    )
    .executeTakeFirst()
  return product !== undefined
}
