import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import type { GivenProductState } from '#domain/product-states.ts'
import { type PublicationChoice, publishedFromOf } from '#domain/shows/publication.ts'
import type { Db } from '#server/db/connection.ts'
import { editable } from '#server/db/edited-record.ts'
import { selectNow } from '#server/db/now.ts'
import { saveEdit } from '#server/db/save-edit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockStock, selectProduct, updateProductState, type Viewer } from './merchandise.sql.ts'

type Change = PublicationChoice & { id: ProductId; state: GivenProductState; version?: number | undefined }

/**
 * Publishes a product at once or from a time, keeps it as a draft, or takes it off sale. A product off sale cannot be
 * bought, not even from an existing cart line. Throws `changed_meanwhile` if the change is based on an older version.
 */
export function changeProductState(
  db: Db,
  admin: NonNullable<Viewer>,
  { id, state, version, ...choice }: Change,
): Promise<MerchandiseProduct> {
  return inTransaction(db, async (tx) => {
    const before = await editable(tx, { kind: 'PRODUCT', id }, await lockStock(tx, id), version)
    const now = await selectNow(tx)
    const publishedFrom =
      state === 'ON_SALE' ? publishedFromOf(choice, now, before.publishedFrom) : publishedUntilNow(before, now)
    const after = { state, publishedFrom }
    const edit = { by: admin.userId, record: { kind: 'PRODUCT', id, name: before.name } as const, before, after }
    await saveEdit(tx, edit, () => updateProductState(tx, id, after))
    const product = await selectProduct(tx, admin, id)
    if (!product) throw new Error('The product that was just changed is not there.')
    return product
  })
}

/** Returns since when customers know a product that is taken off sale. Null if they have never seen it. */
function publishedUntilNow({ state, publishedFrom }: NonNullable<LockedProduct>, now: Date): Date | null {
  return state !== 'PENDING' && publishedFrom && publishedFrom <= now ? publishedFrom : null
}

type LockedProduct = Awaited<ReturnType<typeof lockStock>>
