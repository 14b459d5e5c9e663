import type { PaymentId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'

/** Reads what a mail about a manual payment says. Undefined for one that is no longer open. */
export function selectPaymentToMail(db: Db, id: PaymentId) {
  return db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .select(({ fn }) => [
      'payments.id',
      'payments.amount',
      'payments.instructions',
      'pending_orders.points',
      'pending_orders.user_id as userId',
      fn.coalesce('payments.due_at', 'payments.pay_until').as('dueAt'),
    ])
    .where('payments.id', '=', id)
    .where('payments.state', '=', 'OPEN')
    .executeTakeFirst()
}
