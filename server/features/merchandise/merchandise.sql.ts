import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { listAdminProducts, ProductOrder } from '#contract/admin-merchandise.ts'
import type { Paging } from '#contract/fields.ts'
import type { MerchandiseSearch, newProduct, productChange } from '#contract/merchandise.ts'
import type { ProductId, UserId } from '#domain/ids.ts'
import type { GivenProductState, ProductState } from '#domain/product-states.ts'
import type { Remember } from '#server/concurrency/async-cache.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, atLeast, atMost, contains } from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'
import { isProductPublished, productPublicationState } from '#server/db/published.sql.ts'

export type NewProduct = z.output<typeof newProduct>
export type ProductChange = z.output<typeof productChange>
type AdminSearch = z.output<typeof listAdminProducts.query>
export type Viewer = { userId: UserId; isAdmin: boolean } | undefined

function selectFromProducts(db: Db | Tx) {
  return db
    .selectFrom('merchandise_products as product')
    .leftJoin('images', 'images.id', 'product.image_id')
    .select([
      'product.id',
      'product.name',
      'product.description',
      'product.price',
      'product.points',
      'product.stock',
      'product.items_per_customer as itemsPerCustomer',
      'product.state',
      'images.name as imageName',
    ])
}

/** Filters visible products: published ones on sale, for authors also their pending ones, for administrators all. */
function isVisibleTo(viewer: Viewer): RawBuilder<boolean> | undefined {
  if (viewer?.isAdmin) return undefined
  const isPublished = isProductPublished('product')
  if (!viewer) return isPublished
  return sql<boolean>`(${isPublished} or product.state = 'PENDING' and product.created_by = ${viewer.userId})`
}

const orders: Record<ProductOrder, RawBuilder<unknown>> = {
  NAME: sql`folded(product.name)`,
  PRICE_ASCENDING: sql`product.price`,
  PRICE_DESCENDING: sql`product.price desc`,
  // Products without a price in points come last.
  POINTS_ASCENDING: sql`product.points = 0, product.points`,
  POINTS_DESCENDING: sql`product.points desc`,
  NEWEST: sql`product.created_at desc`,
  STOCK: sql`product.stock`,
}

export function selectProducts(db: Db, viewer: Viewer, search: MerchandiseSearch, remember?: Remember) {
  const found = selectFromProducts(db)
    .where(
      allOf([
        isVisibleTo(viewer),
        // Drafts are listed at the desk alone.
        sql<boolean>`(product.state <> 'ON_SALE' or product.published_from <= ${now})`,
        contains('product.name', search.name),
        atLeast('product.price', search.priceLowerBound),
        atMost('product.price', search.priceUpperBound),
        atLeast('product.points', search.pointsLowerBound),
        atMost('product.points', search.pointsUpperBound),
      ]),
    )
    .orderBy(orders[search.sortOption])
    .orderBy('product.id')
  return pageOf(found, search, remember)
}

export function selectProduct(db: Db | Tx, viewer: Viewer, productId: ProductId) {
  return selectFromProducts(db)
    .where('product.id', '=', productId)
    .where(allOf([isVisibleTo(viewer)]))
    .executeTakeFirst()
}

const adminColumns = [
  'product.image_id as imageId',
  'product.published_from as publishedFrom',
  productPublicationState('product').as('publication'),
  'product.version',
] as const

/** Lists the products of the desk that match. */
export function selectAdminProducts(db: Db, search: AdminSearch) {
  return pageOf(findAdminProducts(db, search), search)
}

/** Finds the products of that list. */
export function findAdminProducts(db: Db | Tx, { name, publication, sortOption }: Omit<AdminSearch, keyof Paging>) {
  return selectFromProducts(db)
    .select(adminColumns)
    .select(['product.vat_percent as vatPercent', 'product.created_at as createdAt'])
    .where(
      allOf([
        contains('product.name', name),
        publication && sql<boolean>`${productPublicationState('product')} = ${publication}`,
      ]),
    )
    .orderBy(orders[sortOption])
    .orderBy('product.id')
}

export function selectAdminProduct(db: Db, productId: ProductId) {
  return selectFromProducts(db).select(adminColumns).where('product.id', '=', productId).executeTakeFirst()
}

/** Counts the products that a user created within the last 24 hours. */
export async function countProductsOfToday(tx: Tx, userId: UserId): Promise<number> {
  const { count } = await tx
    .selectFrom('merchandise_products')
    .select(sql<number>`count(*)`.as('count'))
    .where('created_by', '=', userId)
    .where('created_at', '>', sql<Date>`shop_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return count
}

type ProductRow = Omit<NewProduct, 'isDraft' | 'publishedFrom'> & {
  createdBy: UserId
  vatPercent: number
  state: ProductState
  publishedFrom: Date | null
}

export async function insertProduct(tx: Tx, product: ProductRow): Promise<ProductId> {
  const { id } = await tx
    .insertInto('merchandise_products')
    .values({
      name: product.name,
      description: product.description,
      price: product.price,
      points: product.points,
      stock: product.stock,
      items_per_customer: product.itemsPerCustomer,
      vat_percent: product.vatPercent,
      image_id: product.imageId,
      state: product.state,
      published_from: product.publishedFrom,
      created_by: product.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the state of a locked product and when visitors see it, and raises the version. */
export async function updateProductState(
  tx: Tx,
  productId: ProductId,
  { state, publishedFrom }: { state: GivenProductState; publishedFrom: Date | null },
): Promise<void> {
  await tx
    .updateTable('merchandise_products')
    .set({ state, published_from: publishedFrom, version: sql<number>`version + 1` })
    .where('id', '=', productId)
    .execute()
}

/** Locks a product's stock until the transaction ends. */
export function lockStock(tx: Tx, productId: ProductId) {
  return tx
    .selectFrom('merchandise_products')
    .select([
      'name',
      'description',
      'price',
      'points',
      'stock',
      'items_per_customer as itemsPerCustomer',
      'image_id as imageId',
      'state',
      'published_from as publishedFrom',
      'version',
    ])
    .where('id', '=', productId)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces fields of a locked product and raises the version. */
export async function updateProduct(
  tx: Tx,
  productId: ProductId,
  { itemsPerCustomer, imageId, ...fields }: Omit<ProductChange, 'stockChange' | 'version'> & { stock: number },
): Promise<void> {
  await tx
    .updateTable('merchandise_products')
    .set({
      ...fields,
      ...(itemsPerCustomer !== undefined && { items_per_customer: itemsPerCustomer }),
      ...(imageId !== undefined && { image_id: imageId }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', productId)
    .execute()
}
