import type { PaymentId } from '#domain/ids.ts'
import type { PaymentState } from '#domain/payments/payments.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyLocked, type Learned } from './apply-sighting.ts'
import { CLOSED_SIGHTING } from './known-sightings.ts'
import { lockPayment } from './payments.sql.ts'

/**
 * Closes a payment whose address nobody was told, without asking the provider. Does nothing to one that is open by now.
 * Returns its state afterwards.
 */
export function closeUnopened(
  context: AppContext,
  id: PaymentId,
  learned: Omit<Learned, 'sighting'>,
): Promise<PaymentState> {
  return inTransaction(context.db, async (tx) => {
    // Decided after the lock: the address may have been stored meanwhile.
    const payment = await lockPayment(tx, id)
    if (payment.state !== 'NEW') return payment.state
    return applyLocked(tx, context, payment, { ...learned, sighting: CLOSED_SIGHTING })
  })
}
