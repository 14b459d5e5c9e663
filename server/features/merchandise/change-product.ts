import { MAX_INTEGER, messages } from '#contract/fields.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import { changesBetween } from '#domain/change-log.ts'
import type { ProductId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { lockStock, type ProductChange, selectProduct, updateProduct, type Viewer } from './merchandise.sql.ts'

/** Changes a product's description, prices and stock. Existing invoices keep their lines. */
export function changeProduct(
  db: Db,
  admin: NonNullable<Viewer>,
  { id, stockChange = 0, ...fields }: ProductChange & { id: ProductId },
): Promise<MerchandiseProduct> {
  return inTransaction(db, async (tx) => {
    if (fields.imageId && !(await lockImage(tx, fields.imageId))) throw problem('not_found', { what: 'image' })
    const product = await lockStock(tx, id)
    if (!product) throw problem('not_found', { what: 'product' })
    const stock = product.stock + stockChange
    if (stock < 0) throw problem('out_of_stock', { product: product.name, left: product.stock })
    if (stock > MAX_INTEGER) {
      const message = messages.maximum(MAX_INTEGER - product.stock)
      throw problem('invalid_fields', { fields: [{ field: 'stockChange', message }] })
    }
    await updateProduct(tx, id, { ...fields, stock })
    await logChange(tx, {
      by: admin.userId,
      action: 'EDITED',
      record: { kind: 'PRODUCT', id, name: fields.name },
      changes: changesBetween(product, { imageId: product.imageId, ...fields, stock }),
    })
    const changed = await selectProduct(tx, admin, id)
    if (!changed) throw new Error('The product that was just changed is not there.')
    return changed
  })
}
