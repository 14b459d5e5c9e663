import type { SentTransfer } from '#domain/payments/bank-movements.ts'
import type { BankStatementId, UserId } from '#domain/ids.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { paymentRecord } from '../payments/payment-record.ts'
import { lockTransferredRefund, updateRefundTransferred } from '../payments/refund-files.sql.ts'
import { hasSentTransfer, insertSentTransfer } from './bank-movements.sql.ts'
import { findSentTransfers } from './check-statement.ts'

type Sent = {
  /** The account of the statement, then the other accounts of the shop. */
  accounts: readonly [string, ...string[]]
  sent: readonly SentTransfer[]
  fileName: string
  statementId: BankStatementId
  by: UserId
}

/**
 * Stores the transfers of a statement by which refunds left the account, once each, and notes those refunds as paid. A
 * transfer of a refund that is not owed, because another one paid it or by its amount, stays open for an administrator.
 * The statements are locked.
 */
export async function bookSentTransfers(tx: Tx, { accounts, sent, fileName, statementId, by }: Sent) {
  let [paidBack, open] = [0, 0]
  for (const { isKnown, fileId, ...transfer } of await findSentTransfers(tx, accounts, { sent })) {
    if (isKnown) continue
    const { reference, amount, bookedOn, refundId, paymentId } = transfer
    const refund = await lockTransferredRefund(tx, refundId)
    const isOwed = refund?.state === 'OWED'
    // An administrator may have noted the file as paid before its statement came.
    const isNoted = refund?.state === 'BY_HAND' && refund.fileId === fileId
    const fits = refund?.amount === amount && (isOwed || isNoted) && !(await hasSentTransfer(tx, refundId))
    await insertSentTransfer(tx, statementId, { ...transfer, refundId: refund ? refundId : null, fits })
    if (!fits) open += 1
    if (!fits || !isOwed) continue
    await updateRefundTransferred(tx, refundId)
    const record = paymentRecord({ id: paymentId, provider: 'transfer' })
    await logChange(tx, { by, action: 'PAID_BACK', record, reason: `${fileName}: ${reference} on ${bookedOn}` })
    paidBack += 1
  }
  return { paidBack, open }
}
