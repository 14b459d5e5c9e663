import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/env.ts'
import { deleteCartLines } from '#server/features/cart/cart.sql.ts'
import type { ItemsToBuy, WantedItems } from './items-to-buy.ts'
import { takeStock } from './orders.sql.ts'
import { writeOrder } from './write-order.ts'

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
