import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** The columns of a pending order without name and address. */
export const NO_NAME = { customer_first_name: '', customer_last_name: '', customer_address: '' }

/** The condition that the shop owes no money of an order back: its refunds need the name if it has no invoice. */
const owesNothing = sql<boolean>`not exists (
  select from payments join refunds on refunds.payment_id = payments.id
  where payments.pending_order_id = pending_orders.id and refunds.state not in ('DONE', 'BY_HAND'))`

/** Clears name and address of a deleted user's pending orders, but for those that are still to be refunded. */
export async function clearNamesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('pending_orders').set(NO_NAME).where('user_id', '=', userId).where(owesNothing).execute()
}

/** Clears name and address of orders that were given up 90 days ago, whose money comes no more, and was refunded. */
export async function clearOldNames(db: Db): Promise<void> {
  await db
    .updateTable('pending_orders')
    .set(NO_NAME)
    .where('state', '=', 'GONE')
    .where('customer_last_name', '<>', '')
    .where('ended_at', '<', sql<Date>`shop_now() - interval '90 days'`)
    .where(owesNothing)
    .execute()
}
