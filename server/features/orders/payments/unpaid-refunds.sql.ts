import { sql } from 'kysely'
import type { InvoiceId, PaymentId, RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'

/** A refund that nobody has begun to pay: it is sent to no provider, and in no file for the bank. */
const isUnpaid = sql<boolean>`(state in ('DUE', 'FAILED') or state = 'OWED' and refund_file_id is null)`

/** Locks the unpaid refunds of a locked payment and reads them, oldest first. */
export function lockUnpaidRefunds(tx: Tx, id: PaymentId) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('payment_id', '=', id)
    .where(isUnpaid)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Sums the other refunds of a locked payment, in cents. */
export async function selectPaidBack(tx: Tx, id: PaymentId): Promise<number> {
  const { paid } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('paid'))
    .where('payment_id', '=', id)
    .where((eb) => eb.not(isUnpaid))
    .executeTakeFirstOrThrow()
  return paid
}

export async function updateAmountOwed(tx: Tx, id: RefundId, amount: Cents): Promise<void> {
  await tx.updateTable('refunds').set({ amount }).where('id', '=', id).execute()
}

export async function deleteRefund(tx: Tx, id: RefundId): Promise<void> {
  await tx.deleteFrom('refunds').where('id', '=', id).execute()
}

/** Reads the CANCEL invoices of a sale. */
export async function selectCancelInvoices(tx: Tx, invoiceId: InvoiceId): Promise<InvoiceId[]> {
  const rows = await tx.selectFrom('invoices').select('id').where('cancels_invoice_id', '=', invoiceId).execute()
  return rows.map(({ id }) => id)
}
