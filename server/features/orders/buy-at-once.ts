import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/env.ts'
import { deleteCartLines } from '#server/features/cart/cart.sql.ts'
import { type ItemsToBuy, itemsToBuy, type WantedItems } from './items-to-buy.ts'
import { takeStock } from './orders.sql.ts'
import { offeredWays } from './payments/ways-to-pay.ts'
import { writeOrder } from './write-order.ts'

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

/** Sells locked items in the transaction that checked them: for points, for free, or paid by simulation. */
export async function buyAtOnce(
  tx: Tx,
  settings: Pick<Settings, 'seller'>,
  { userId, order, lineIds, ...items }: WantedItems & ItemsToBuy & { userId: UserId; order: NewOrder },
): Promise<InvoiceId> {
  const sales = items.lines.map(({ item }) => item)
  const [, , invoiceId] = await Promise.all([
    takeStock(tx, sales),
    deleteCartLines(tx, userId, lineIds),
    writeOrder(tx, settings, { ...items, userId, customer: order.userPaymentInfoDto, paidBy: null }),
  ])
  return invoiceId
}
