import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { GivenProductState } from '#domain/product-states.ts'
import type { Db } from '#server/db/connection.ts'
import { selectProduct, updateProductState, type Viewer } from './merchandise.sql.ts'

type Change = { id: ProductId; state: GivenProductState }

/**
 * Publishes a product or takes it off sale. A product off sale cannot be bought, not even from an existing cart line.
 */
export async function changeProductState(db: Db, admin: Viewer, { id, state }: Change): Promise<MerchandiseProduct> {
  await updateProductState(db, id, state)
  const product = await selectProduct(db, admin, id)
  if (!product) throw problem('not_found', { what: 'product' })
  return product
}
