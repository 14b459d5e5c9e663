import { MAX_QUANTITY, type MerchandisePurchase } from '#contract/cart.ts'
import { messages } from '#contract/fields.ts'
import type { ProductId, UserId } from '#domain/ids.ts'
import { objectionToMerchandise } from '#domain/orders.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { purchaseOf } from './cart-view.ts'
import { addToCartLine, selectCartLines, selectIsKnown } from './cart.sql.ts'

type CartAddition = { userId: UserId; productId: ProductId; quantity: number; usePoints: boolean }

/** Puts pieces of a product into the cart, if they could be bought together with what is there of it. Holds no stock. */
export function addToCart(db: Db, wish: CartAddition): Promise<MerchandisePurchase> {
  return inTransaction(db, async (tx) => {
    const { userId, productId } = wish
    await lockCustomer(tx, userId)
    if (!(await selectIsKnown(tx, userId, productId))) throw problem('not_found', { what: 'product' })
    const id = await addToCartLine(tx, wish)
    const lines = await selectCartLines(tx, { userId, productId })
    const objection = objectionToMerchandise(lines)
    if (objection) throw objection
    const line = lines.find((candidate) => candidate.id === id)
    if (!line) throw new Error('the line just written is gone')
    if (line.quantity > MAX_QUANTITY) {
      throw problem('invalid_fields', { fields: [{ field: 'quantity', message: messages.maximum(MAX_QUANTITY) }] })
    }
    return purchaseOf(line)
  })
}
