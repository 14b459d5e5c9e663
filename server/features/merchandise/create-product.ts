import { messages } from '#contract/fields.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { publishedFromOf } from '#domain/shows/publication.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { selectNow } from '#server/db/now.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockImage } from '#server/features/images/images.sql.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { countProductsOfToday, insertProduct, type NewProduct, selectProduct } from './merchandise.sql.ts'

const PRODUCTS_PER_DAY = 10

/**
 * Creates a product. A customer's product needs a price and an image uploaded by the customer, is limited to ten per
 * day, and awaits an administrator's approval.
 */
export function createProduct(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  caller: { userId: UserId; isAdmin: boolean },
  wanted: NewProduct,
): Promise<MerchandiseProduct> {
  const { userId, isAdmin } = caller
  if (wanted.price === 0 && !isAdmin) {
    throw problem('invalid_fields', { fields: [{ field: 'price', message: messages.minimum(1) }] })
  }
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    if (!isAdmin && (await countProductsOfToday(tx, userId)) >= PRODUCTS_PER_DAY) {
      throw problem('too_many_products_today', { limit: PRODUCTS_PER_DAY })
    }
    const image = await lockImage(tx, wanted.imageId)
    if (!image || (!isAdmin && image.uploadedBy !== userId)) throw problem('not_found', { what: 'image' })
    const now = await selectNow(tx)
    const productId = await insertProduct(tx, {
      ...wanted,
      publishedFrom: isAdmin ? publishedFromOf(wanted, now) : now,
      createdBy: userId,
      vatPercent: settings.VAT_MERCHANDISE,
      state: settings.MERCHANDISE_MODERATION && !isAdmin ? 'PENDING' : 'ON_SALE',
    })
    const record = { kind: 'PRODUCT', id: productId, name: wanted.name } as const
    if (isAdmin) await logChange(tx, { by: userId, action: 'CREATED', record })
    const product = await selectProduct(tx, caller, productId)
    if (!product) throw new Error('The product that was just made is not there.')
    return product
  })
}
