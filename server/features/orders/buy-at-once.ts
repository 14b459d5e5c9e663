import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { sendWithCommit } from '#server/db/last-writes.ts'
import type { Cause } from '#server/db/job-payload.ts'
import type { Settings } from '#server/settings/env.ts'
import { deleteCartLines } from '#server/features/cart/cart.sql.ts'
import { type ItemsToBuy, itemsToBuy } from './items-to-buy.ts'
import { takeStock } from './orders.sql.ts'
import { offeredWays } from './payments/ways-to-pay.ts'
import { writeOrders } from './write-order.ts'

/**
 * Checks like `itemsToBuy` that locked items can be bought, without a payment. Throws `payment_needed` for those that
 * cost money in a shop with ways to pay.
 */
export function itemsToBuyAtOnce(
  context: Pick<AppContext, 'providers' | 'settings'>,
  ...checked: Parameters<typeof itemsToBuy>
): ItemsToBuy {
  const items = itemsToBuy(...checked)
  if (items.cost.total > 0 && offeredWays(context).length > 0) throw problem('payment_needed')
  return items
}

type OrderAtOnce = ItemsToBuy & { userId: UserId; order: NewOrder; itemsFingerprint: string; cause: Cause }

/**
 * Sells locked items of different customers in the transaction that checked them: for points, for free, or paid by
 * simulation. Returns the invoices in the same order. Most is written with the commit.
 */
export async function buyAtOnce(
  tx: Tx,
  settings: Pick<Settings, 'seller'>,
  orders: readonly OrderAtOnce[],
): Promise<InvoiceId[]> {
  const lines = orders.flatMap((order) => order.lines)
  const { invoiceIds, written } = await writeOrders(
    tx,
    settings,
    orders.map(({ order, ...items }) => ({ ...items, customer: order.userPaymentInfoDto, paidBy: null })),
  )
  sendWithCommit(tx, written)
  sendWithCommit(
    tx,
    takeStock(
      tx,
      lines.map(({ item }) => item),
    ),
  )
  sendWithCommit(
    tx,
    deleteCartLines(
      tx,
      lines.map(({ lineId }) => lineId),
    ),
  )
  return invoiceIds
}
