import type { PaymentId, RefundId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isUnclear } from './ask-about-payment.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { paymentRecord } from './payment-record.ts'
import { lockPayment } from './payments.sql.ts'
import { isRefundInFile } from './refund-files.sql.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'
import { isSetUp } from './ways-to-pay.ts'
import { renewRefund, selectRefund, updateRefundPaidByHand } from './refunds.sql.ts'

type Ending = { id: RefundId; by: UserId; reason: string; action: 'RETRIED' | 'PAID_BACK' }

/**
 * Sends a failed refund again, under a new key because the provider repeats its answer to the old one, or notes that it
 * was paid outside the provider, as those without one always are, and those that could not be sent for a day. The
 * provider is asked about such a one before, as far as it answers. Returns the payment. Throws `refund_not_failed` for
 * any other refund, `refund_exported` for one that a payment file pays, and `payment_disputed` while a dispute would
 * pay it a second time.
 */
export async function endRefundByHand(context: AppContext, { id, by, reason, action }: Ending): Promise<PaymentId> {
  const { db } = context
  if (action === 'PAID_BACK') await lookForWaiting(context, id)
  return inTransaction(db, async (tx) => {
    const found = await selectRefund(tx, id)
    if (!found) throw problem('not_found', { what: 'refund' })
    const { paymentId, provider } = found
    await lockPayment(tx, paymentId)
    const refund = await selectRefund(tx, id)
    const isPayable = refund?.state === 'OWED' || refund?.isWaiting
    const isOpen = refund?.state === 'FAILED' || (isPayable && action === 'PAID_BACK')
    if (!refund || !isOpen) throw problem('refund_not_failed')
    if (await isRefundInFile(tx, id)) throw problem('refund_exported')
    if (refund.isDisputed) throw problem('payment_disputed')
    await (action === 'RETRIED' ? renewRefund(tx, id) : updateRefundPaidByHand(tx, id))
    await logChange(tx, { by, action, reason, record: paymentRecord({ id: paymentId, provider }) })
    return paymentId
  })
}

/** Looks for a refund that could not be sent, because the provider may have it all the same. */
async function lookForWaiting(context: AppContext, id: RefundId): Promise<void> {
  const refund = await selectRefund(context.db, id)
  if (!refund?.isWaiting || !isSetUp(context, refund.provider)) return
  const look = { timeoutMs: REQUEST_TIMEOUT_MS, cause: 'refund to be paid by hand' }
  await lookAtPayment(context, refund.paymentId, look).catch((error: unknown) => {
    if (!isUnclear(error)) throw error
  })
}
