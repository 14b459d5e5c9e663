import type { MerchandisePurchaseId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectLinesBeingPaid } from '#server/features/orders/payments/pending-orders.sql.ts'
import { deleteCartLines, selectCartLineOwner } from './cart.sql.ts'

/**
 * Removes a line from the customer's own cart. Does nothing if it is gone already. Throws `payment_under_way` for a
 * line that is being paid.
 */
export function removeFromCart(db: Db, { userId, id }: { userId: UserId; id: MerchandisePurchaseId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const line = await selectCartLineOwner(tx, id)
    if (line && line.userId !== userId) throw problem('not_found', { what: 'item in your cart' })
    if ((await selectLinesBeingPaid(tx, [id])).length > 0) throw problem('payment_under_way')
    await deleteCartLines(tx, [id])
  })
}
