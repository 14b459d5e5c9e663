import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectProduct, type Viewer } from './merchandise.sql.ts'

/** One product, if this viewer may see it. */
export async function getProduct(db: Db, viewer: Viewer, productId: ProductId): Promise<MerchandiseProduct> {
  const product = await selectProduct(db, viewer, productId)
  if (!product) throw problem('not_found', { what: 'product' })
  return product
}
