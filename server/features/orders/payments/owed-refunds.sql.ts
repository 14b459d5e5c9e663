import { sql } from 'kysely'
import type { PaymentId, RefundFileId, RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { causingMovement } from './movement-cause.sql.ts'
import { isDisputed } from './refunds.sql.ts'

type OwedRefund = {
  fileId: RefundFileId | null
  id: RefundId
  paymentId: PaymentId
  provider: string
  owedSince: Date
  amount: Cents
  recipient: string
  iban: string | null
  cancelInvoice: string | null
  reference: string | null
}

/**
 * Finds the refunds that a person has to pay, oldest first. A transfer goes back to the account it came from: that of
 * the movements that paid it. A payment of which parts came from several accounts, or that was settled otherwise, has
 * no IBAN: anybody may send money in its name.
 */
export function findOwedRefunds() {
  return sql<OwedRefund>`
    select refunds.id, refund_file_id as "fileId", payments.id as "paymentId", provider,
      refunds.created_at as "owedSince", refunds.amount,
      coalesce(
        movement.payer_name,
        nullif(trim(pending_orders.customer_first_name || ' ' || pending_orders.customer_last_name), ''),
        trim(invoices.customer_first_name || ' ' || invoices.customer_last_name), '') as recipient,
      movement.payer_iban as iban, invoices.invoice_number as "cancelInvoice", payments.provider_ref as reference
    from refunds
    join payments on payments.id = refunds.payment_id
    join pending_orders on pending_orders.id = payments.pending_order_id
    left join invoices on invoices.id = refunds.cancel_invoice_id
    left join lateral (
      select (array_agg(payer_name order by bank_movements.id desc) filter (where payer_name <> ''))[1] as payer_name,
        min(payer_iban) as payer_iban
      from payment_steps join bank_movements on bank_movements.id = ${causingMovement}
      where payment_steps.payment_id = payments.id and bank_movements.amount > 0
      having count(distinct coalesce(payer_iban, '')) = 1
    ) as movement on true
    where refunds.state = 'OWED' and not ${isDisputed('payments.id')} order by refunds.id`
}
