import { MAX_INTEGER, messages } from '#contract/fields.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { lockStock, type ProductChange, selectProduct, updateProduct, type Viewer } from './merchandise.sql.ts'

/**
 * Changes a product's description, prices and stock. Existing invoices keep their lines. Throws `changed_meanwhile` if
 * the change is based on an older version.
 */
export function changeProduct(
  db: Db,
  admin: NonNullable<Viewer>,
  { id, version, stockChange = 0, ...fields }: ProductChange & { id: ProductId },
): Promise<MerchandiseProduct> {
  return inTransaction(db, async (tx) => {
    if (fields.imageId && !(await lockImage(tx, fields.imageId))) throw problem('not_found', { what: 'image' })
    const product = await editable(tx, { kind: 'PRODUCT', id }, await lockStock(tx, id), version)
    const stock = product.stock + stockChange
    if (stock < 0) throw problem('out_of_stock', { product: product.name, left: product.stock })
    if (stock > MAX_INTEGER) {
      const message = messages.maximum(MAX_INTEGER - product.stock)
      throw problem('invalid_fields', { fields: [{ field: 'stockChange', message }] })
    }
    const record = { kind: 'PRODUCT', id, name: fields.name } as const
    const after = { imageId: product.imageId, ...fields, stock }
    const edit = { by: admin.userId, record, before: product, after }
    await saveEdit(tx, edit, () => updateProduct(tx, id, { ...fields, stock }))
    const changed = await selectProduct(tx, admin, id)
    if (!changed) throw new Error('The product that was just changed is not there.')
    return changed
  })
}
