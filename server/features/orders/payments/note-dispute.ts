import type { PaymentId, UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import type { DisputeSighting } from '#server/gateways/payments/provider.ts'
import { reopenSettledRefunds, selectDispute } from './lost-disputes.sql.ts'
import { insertRefunds } from './insert-refunds.sql.ts'
import { enqueueRefundsOf, upsertDispute } from './refunds.sql.ts'

const STATE_OF_DISPUTE = { inquiry: 'INQUIRY', open: 'OPEN', won: 'WON', lost: 'LOST' } as const

type Payment = { id: PaymentId; provider: string; userId: UserId }

/**
 * Stores a dispute of a locked payment, or its new state. A won one releases the refunds that waited for it. One that
 * was lost, ended by an administrator and won after all pays the customer what its end had cancelled.
 */
export async function noteDispute(
  tx: Tx,
  { id: paymentId, provider, userId }: Payment,
  { ref, amount, state: sighted, openedAt }: DisputeSighting,
): Promise<void> {
  const of = { paymentId, ref }
  const state = STATE_OF_DISPUTE[sighted]
  const before = await selectDispute(tx, of)
  await upsertDispute(tx, { ...of, provider, amount, state, openedAt })
  if (state !== 'WON') return
  if (before && before.state !== 'WON') {
    await reopenSettledRefunds(tx, of)
    if (before.cancelInvoiceId) {
      await insertRefunds(tx, [before.cancelInvoiceId])
      await enqueueInvoiceMail(tx, { template: 'dispute-won', to: userId, invoiceId: before.cancelInvoiceId })
    }
  }
  await enqueueRefundsOf(tx, paymentId)
}
