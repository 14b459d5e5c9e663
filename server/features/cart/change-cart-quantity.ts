import type { MerchandisePurchase } from '#contract/cart.ts'
import type { MerchandisePurchaseId, UserId } from '#domain/ids.ts'
import { objectionToMerchandise } from '#domain/orders.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { selectLinesBeingPaid } from '#server/features/orders/payments/pending-orders.sql.ts'
import { purchaseOf } from './cart-view.ts'
import { selectCartLines, updateCartLine } from './cart.sql.ts'

type QuantityChange = { userId: UserId; id: MerchandisePurchaseId; quantity: number }

/**
 * Sets the quantity of a cart line if that many pieces can be bought. Throws `payment_under_way` for a line that is
 * being paid.
 */
export function changeCartQuantity(db: Db, change: QuantityChange): Promise<MerchandisePurchase> {
  return inTransaction(db, async (tx) => {
    const { userId, id } = change
    await lockCustomer(tx, userId)
    const updated = await updateCartLine(tx, change)
    if (!updated) throw problem('not_found', { what: 'item in your cart' })
    if ((await selectLinesBeingPaid(tx, [id])).length > 0) throw problem('payment_under_way')
    const lines = await selectCartLines(tx, { userIds: [userId], productId: updated.productId })
    const objection = objectionToMerchandise(lines)
    if (objection) throw objection
    const line = lines.find((candidate) => candidate.id === id)
    if (!line) throw new Error('The cart line that was just written does not exist.')
    return purchaseOf(line)
  })
}
