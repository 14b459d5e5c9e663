import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { APART } from '#server/db/customer-batch.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { currentCause } from '#server/db/job-payload.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buyAtOnce, itemsToBuyAtOnce } from './buy-at-once.ts'
import { lockItems, type WantedItems, wantedItemsOf } from './items-to-buy.ts'
import type { OrderTogether } from './order-together.ts'
import { selectOrdersOfItems } from './orders.sql.ts'

type OrderRequest = { userId: UserId; order: NewOrder; idempotencyKey?: string | undefined }
type Placed = { id: InvoiceId }

/**
 * Buys reserved tickets and cart lines in one transaction, with stock, points and a numbered invoice. Computes every
 * price itself. Returns the first invoice for a repeated order of exactly the same items. In a shop with ways to pay,
 * throws `payment_needed` for an order that costs money. `together` places orders of tickets alone along with
 * concurrent ones; an order that cannot be placed so waits for a connection of its own.
 */
export async function placeOrder(
  context: AppContext,
  { userId, order, idempotencyKey }: OrderRequest,
  together: OrderTogether,
  onOwnConnection: (work: () => Promise<Placed>) => Promise<Placed>,
): Promise<Placed> {
  const wanted = wantedItemsOf(order)
  const asked = { ...wanted, userId, order, idempotencyKey, request: { call: 'order', ...order } }
  if (wanted.lineIds.length === 0) {
    const placed = await together({ ...asked, cause: currentCause() })
    if (placed !== APART) return placed
  }
  return onOwnConnection(() => placeApart(context, asked))
}

/** Places one order in a transaction of its own. */
function placeApart(
  context: AppContext,
  { userId, idempotencyKey: key, request, order, ...wanted }: OrderRequest & WantedItems & { request: object },
): Promise<Placed> {
  const { db, settings } = context
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key, request }, async () => {
      const [, placedBefore, locked] = await Promise.all([
        lockCustomer(tx, userId),
        selectOrdersOfItems(tx, [{ ...wanted, userId }]),
        lockItems(tx, { ...wanted, userId }),
      ])
      const before = placedBefore.get(userId)
      if (before !== undefined) return { id: before }
      const items = itemsToBuyAtOnce(context, locked, { ...wanted, userId, order })
      return { id: await buyAtOnce(tx, settings, { ...wanted, ...items, userId, order }) }
    }),
  )
}
