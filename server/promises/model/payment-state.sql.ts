import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

type World = { paymentIds: readonly number[]; showId: number; mugId: number; customers: readonly number[] }

/** Reads what the model predicts of the shop's books, as lines. */
export async function selectPaymentState(db: Db, { paymentIds, showId, mugId, customers }: World): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
      select format('payment %s: %s, invoice %s', p.id, p.state, invoice_id is not null) as line
      from payments p join pending_orders o on o.id = pending_order_id where p.id = any (${paymentIds}::int[])
      union all
      select format('refund of %s: %s of %s, %s', payment_id, reason, amount, state)
      from refunds where payment_id = any (${paymentIds}::int[])
      union all
      select format('place %s of %s: %s, being paid %s', place_id, user_id, state, pending_order_id is not null)
      from tickets where event_show_id = ${showId}
      union all
      select format('stock %s', stock) from merchandise_products where id = ${mugId}
      union all
      select format('points of %s: %s', user_id, sum(points)) from points_entries
      where user_id = any (${customers}::int[]) and counts_from <= shop_now() group by user_id`.execute(db)
  return rows.map(({ line }) => line)
}

/** Changes the price of a product, in cents, as an administrator would. */
export async function updatePrice(owner: Db, productId: number, price: number): Promise<void> {
  await sql`update merchandise_products set price = ${price} where id = ${productId}`.execute(owner)
}
