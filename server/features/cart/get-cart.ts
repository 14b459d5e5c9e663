import type { Cart } from '#contract/cart.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectTickets } from '#server/features/tickets/tickets.sql.ts'
import { purchaseOf } from './cart-view.ts'
import { selectCartLines } from './cart.sql.ts'

/** Reads a customer's cart: live reservations, and merchandise at current prices. */
export async function getCart(db: Db, userId: UserId): Promise<Cart> {
  const [tickets, lines] = await Promise.all([
    selectTickets(db, { userId, state: 'RESERVED' }),
    selectCartLines(db, { userId }),
  ])
  return { tickets, merchandisePurchases: lines.map(purchaseOf) }
}
