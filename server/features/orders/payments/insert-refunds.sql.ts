import { sql } from 'kysely'
import type { InvoiceId, RefundId } from '#domain/ids.ts'
import type { RefundState } from '#domain/payments/payments.ts'
import type { Tx } from '#server/db/connection.ts'
import { leftToRefund, rests } from './dispute-shares.sql.ts'
import { enqueueRefund, paidByColumn } from './refunds.sql.ts'

/**
 * Inserts the refunds of CANCEL invoices, each to the payment of the order that it cancels, under the locks of their
 * customers. No more goes back in all than came, to the customer or to the customer's bank: where too little was
 * accepted, or lost disputes took a part, the last refunds are smaller, or left out. The part that a dispute took
 * counts as a refund that it paid. Skips invoices that cost nothing, those of orders that no provider was paid for, and
 * those with all of their refunds, as after a dispute that was won twice.
 */
export async function insertRefunds(tx: Tx, cancelInvoiceIds: readonly InvoiceId[]): Promise<void> {
  if (cancelInvoiceIds.length === 0) return
  const { rows } = await sql<{ id: RefundId; state: RefundState }>`
    with cancelled as (
      select payments.id as payment_id, cancel.id, cancel.total - paid.amount as owed,
        left_over - sum(cancel.total - paid.amount) over (partition by payments.id order by cancel.id)
          + cancel.total - paid.amount as left_over
      from invoices cancel
      join pending_orders on pending_orders.invoice_id = cancel.cancels_invoice_id
      cross join lateral (
        select coalesce(sum(amount), 0) as amount from refunds where cancel_invoice_id = cancel.id) paid
      cross join lateral (
        select id, ${leftToRefund('p')} as left_over from payments p
        where p.pending_order_id = pending_orders.id and state = 'TAKEN'
          and not exists (select from refunds r where r.payment_id = p.id and r.reason in ('LATE', 'DOUBLE', 'MISMATCH'))
        order by taken_at limit 1
      ) payments
      where cancel.id = any (${cancelInvoiceIds}::int[]) and cancel.total > paid.amount
    ), returned as (
      select payment_id, id, owed, greatest(least(owed, left_over), 0) as amount from cancelled
    ), kept_back as (
      select payment_id, id, owed - amount as amount,
        sum(owed - amount) over (partition by payment_id order by id) as upto
      from returned
    ), lost as (
      select payment_id, ref, rest as amount, sum(rest) over (partition by payment_id order by ended_at, ref) as upto
      from ${rests} as rests where payment_id in (select payment_id from cancelled)
    ), shares as (
      select payment_id, id, ref, least(kept_back.upto, lost.upto)
        - greatest(kept_back.upto - kept_back.amount, lost.upto - lost.amount) as amount
      from kept_back join lost using (payment_id)
    )
    insert into refunds (payment_id, amount, reason, cancel_invoice_id, state, failure, next_look_at)
    select payment_id, amount, 'TICKET', id, state, failure, next_look_at from (
      select payment_id, amount, id, 'DUE' as state, null as failure, shop_now() as next_look_at from returned
      union all
      select payment_id, amount, id, 'BY_HAND', ${paidByColumn('ref')}, null from shares
    ) refunds
    where amount > 0 order by id, state desc
    returning id, state`.execute(tx)
  for (const { id, state } of rows) if (state === 'DUE') await enqueueRefund(tx, id)
}
