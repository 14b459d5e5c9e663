import type { Cart } from '#contract/cart.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectLivePayments } from '#server/features/orders/payments/payments.sql.ts'
import { selectTickets } from '#server/features/tickets/tickets.sql.ts'
import { purchaseOf } from './cart-view.ts'
import { selectCartLines } from './cart.sql.ts'

/** Reads a customer's cart: live reservations, merchandise at current prices, and the payments under way. */
export async function getCart(db: Db, userId: UserId): Promise<Cart> {
  const [tickets, lines, payments] = await Promise.all([
    selectTickets(db, { userId, state: 'RESERVED' }),
    selectCartLines(db, { userIds: [userId] }),
    selectLivePayments(db, userId),
  ])
  return { tickets, merchandisePurchases: lines.map(purchaseOf), ...(payments.length > 0 && { payments }) }
}
