import type { PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { paymentRecord } from './payment-record.ts'
import { lockPayment } from './payments.sql.ts'
import { isRefundInFile } from './refund-files.sql.ts'
import { renewRefund, selectRefund, updateRefundPaidByHand } from './refunds.sql.ts'

type Ending = { id: RefundId; by: UserId; reason: string; action: 'RETRIED' | 'PAID_BACK' }

/**
 * Sends a failed refund again, under a new key because the provider repeats its answer to the old one, or notes that it
 * was paid outside the provider, as those without one always are. Returns its payment. Throws `refund_not_failed` for
 * any other refund, `refund_exported` for one that a payment file pays, and `payment_disputed` while a dispute would
 * pay it a second time.
 */
export function endRefundByHand(db: Db, { id, by, reason, action }: Ending): Promise<PaymentId> {
  return inTransaction(db, async (tx) => {
    const found = await selectRefund(tx, id)
    if (!found) throw problem('not_found', { what: 'refund' })
    const { paymentId, provider } = found
    await lockPayment(tx, paymentId)
    const refund = await selectRefund(tx, id)
    const isOpen = refund?.state === 'FAILED' || (refund?.state === 'OWED' && action === 'PAID_BACK')
    if (!isOpen) throw problem('refund_not_failed')
    if (await isRefundInFile(tx, id)) throw problem('refund_exported')
    if (refund.isDisputed) throw problem('payment_disputed')
    await (action === 'RETRIED' ? renewRefund(tx, id) : updateRefundPaidByHand(tx, id))
    await logChange(tx, { by, action, reason, record: paymentRecord({ id: paymentId, provider }) })
    return paymentId
  })
}
