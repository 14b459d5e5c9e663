import type { MerchandisePurchaseId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteCartLines, selectCartLineOwner } from './cart.sql.ts'

/** Removes a line from the customer's own cart. Does nothing if it is gone already. */
export function removeFromCart(db: Db, { userId, id }: { userId: UserId; id: MerchandisePurchaseId }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await selectCartLineOwner(tx, id)
    if (line && line.userId !== userId) throw problem('not_found', { what: 'item in your cart' })
    await deleteCartLines(tx, userId, [id])
  })
}
