import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { GivenProductState } from '#domain/product-states.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockStock, selectProduct, updateProductState, type Viewer } from './merchandise.sql.ts'

type Change = { id: ProductId; state: GivenProductState }

/**
 * Publishes a product or takes it off sale. A product off sale cannot be bought, not even from an existing cart line.
 */
export function changeProductState(
  db: Db,
  admin: NonNullable<Viewer>,
  { id, state }: Change,
): Promise<MerchandiseProduct> {
  return inTransaction(db, async (tx) => {
    const before = await lockStock(tx, id)
    if (!before) throw problem('not_found', { what: 'product' })
    if (before.state !== state) {
      await updateProductState(tx, id, state)
      await logChange(tx, {
        by: admin.userId,
        action: 'EDITED',
        record: { kind: 'PRODUCT', id, name: before.name },
        changes: [{ field: 'state', from: before.state, to: state }],
      })
    }
    const product = await selectProduct(tx, admin, id)
    if (!product) throw new Error('The product that was just changed is not there.')
    return product
  })
}
