import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { APART } from '#server/db/customer-batch.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { currentCause } from '#server/db/job-payload.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buyAtOnce, itemsToBuyAtOnce } from './buy-at-once.ts'
import { lockItems, wantedItemsOf } from './items-to-buy.ts'
import type { OrderRequest, OrderTogether } from './order-together.ts'
import { selectOrdersOfItems } from './orders.sql.ts'

type Placing = { userId: UserId; order: NewOrder; idempotencyKey?: string | undefined }
type Placed = { id: InvoiceId }

/**
 * Buys reserved tickets and cart lines in one transaction, with stock, points and a numbered invoice. Computes every
 * price itself. Returns the first invoice for a repeated order of exactly the same items. In a shop with ways to pay,
 * throws `payment_needed` for an order that costs money. `together` places the order along with concurrent ones; one
 * that cannot be placed so waits for a connection of its own.
 */
export async function placeOrder(
  context: AppContext,
  { userId, order, idempotencyKey }: Placing,
  together: OrderTogether,
  onOwnConnection: (work: () => Promise<Placed>) => Promise<Placed>,
): Promise<Placed> {
  const request = {
    ...wantedItemsOf(order),
    ...{ userId, order, idempotencyKey, request: { call: 'order', ...order }, cause: currentCause() },
  }
  const placed = await together(request)
  return placed === APART ? onOwnConnection(() => placeApart(context, request)) : placed
}

/** Places one order in a transaction of its own. */
function placeApart(context: AppContext, order: OrderRequest): Promise<Placed> {
  const { db, settings } = context
  const { userId, idempotencyKey: key, request } = order
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key, request }, async () => {
      const [, placedBefore, locked] = await Promise.all([
        lockCustomer(tx, userId),
        selectOrdersOfItems(tx, [order]),
        lockItems(tx, order),
      ])
      const before = placedBefore.get(userId)
      if (before !== undefined) return { id: before }
      const items = itemsToBuyAtOnce(context, locked, order)
      const [id] = await buyAtOnce(tx, settings, [{ ...order, ...items }])
      if (id === undefined) throw new Error('The order was not written.')
      return { id }
    }),
  )
}
