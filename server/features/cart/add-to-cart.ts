import { MAX_QUANTITY, type MerchandisePurchase } from '#contract/cart.ts'
import { messages } from '#contract/fields.ts'
import { MAX_ITEMS_PER_ORDER } from '#contract/orders.ts'
import type { ProductId, UserId } from '#domain/ids.ts'
import { objectionToMerchandise } from '#domain/orders.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { purchaseOf } from './cart-view.ts'
import { addToCartLine, countCartLines, selectCartLines, selectIsVisible } from './cart.sql.ts'

type CartAddition = { userId: UserId; productId: ProductId; quantity: number; usePoints: boolean }

/**
 * Adds pieces of a product to the cart if they can be bought together with those already in it. Reserves no stock.
 * Throws `cart_full` for more lines than an order takes.
 */
export function addToCart(db: Db, addition: CartAddition): Promise<MerchandisePurchase> {
  return inTransaction(db, async (tx) => {
    const { userId, productId } = addition
    await lockCustomer(tx, userId)
    if (!(await selectIsVisible(tx, userId, productId))) throw problem('not_found', { what: 'product' })
    const id = await addToCartLine(tx, addition)
    if ((await countCartLines(tx, userId)) > MAX_ITEMS_PER_ORDER)
      throw problem('cart_full', { limit: MAX_ITEMS_PER_ORDER })
    const lines = await selectCartLines(tx, { userIds: [userId], productId })
    const objection = objectionToMerchandise(lines)
    if (objection) throw objection
    const line = lines.find((candidate) => candidate.id === id)
    if (!line) throw new Error('The cart line that was just written does not exist.')
    if (line.quantity > MAX_QUANTITY) {
      throw problem('invalid_fields', { fields: [{ field: 'quantity', message: messages.maximum(MAX_QUANTITY) }] })
    }
    return purchaseOf(line)
  })
}
