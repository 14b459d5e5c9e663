import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buyAtOnce } from './buy-at-once.ts'
import { itemsToBuy, lockItems, wantedItemsOf } from './items-to-buy.ts'
import { selectOrderOfItems } from './orders.sql.ts'
import { offeredWays } from './payments/ways-to-pay.ts'

type OrderRequest = { userId: UserId; order: NewOrder; idempotencyKey?: string | undefined }

/**
 * Buys reserved tickets and cart lines in one transaction, with stock, points and a numbered invoice. Computes every
 * price itself. Returns the first invoice for a repeated order of exactly the same items. In a shop with ways
 * to pay, throws `payment_needed` for an order that costs money.
 */
export function placeOrder(
  context: AppContext,
  { userId, order, idempotencyKey }: OrderRequest,
): Promise<{ id: InvoiceId }> {
  const { db, settings } = context
  const wanted = wantedItemsOf(order)
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key: idempotencyKey, request: { call: 'order', ...order } }, async () => {
      const [, placedBefore, locked] = await Promise.all([
        lockCustomer(tx, userId),
        selectOrderOfItems(tx, userId, wanted.itemsFingerprint),
        lockItems(tx, { ...wanted, userId }),
      ])
      if (placedBefore) return { id: placedBefore.invoiceId }
      const items = itemsToBuy(locked, { ...wanted, userId, order })
      if (items.cost.total > 0 && offeredWays(context).length > 0) throw problem('payment_needed')
      return { id: await buyAtOnce(tx, settings, { ...wanted, ...items, userId, order }) }
    }),
  )
}
