import type { PaymentId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyLocked } from './apply-sighting.ts'
import { closeBeforeSettling } from './close-before-settling.ts'
import { CLOSED_SIGHTING, takenSighting } from './known-sightings.ts'
import { paymentRecord } from './payment-record.ts'
import { lockPayment, selectPayment } from './payments.sql.ts'
import { scheduleLook } from './payment-looks.sql.ts'

type Ending = { id: PaymentId; by: UserId; reason: string; action: 'RELEASED' | 'SETTLED' }

/**
 * Ends a payment by what an administrator knows better than the provider tells: released, so that its places are free,
 * or settled, because its money is there. The provider is still asked about a released one, because its money may come
 * late. A settled one is closed there before; if the provider has taken its money, that is booked instead. Throws
 * `payment_ended` for one that has ended, except that money of a closed one can be settled, `payment_unopened` to
 * settle one that nobody could pay, and `payment_payable` to settle one that the provider cannot close.
 */
export async function endByHand(context: AppContext, { id, by, reason, action }: Ending): Promise<void> {
  if (action === 'SETTLED' && (await closeBeforeSettling(context, { id, by }))) return
  await inTransaction(context.db, async (tx) => {
    if (!(await selectPayment(tx, id))) throw problem('not_found', { what: 'payment' })
    const payment = await lockPayment(tx, id)
    const isReleased = action === 'RELEASED'
    if (payment.state === 'TAKEN' || (isReleased && payment.state === 'CLOSED')) throw problem('payment_ended')
    if (!isReleased && payment.ref === null) throw problem('payment_unopened')
    const sighting = isReleased ? CLOSED_SIGHTING : takenSighting(payment.amount)
    const cause = `${isReleased ? 'released' : 'settled'}: ${reason}`
    await applyLocked(tx, context, payment, { sighting, cause, by })
    if (isReleased && payment.ref) await scheduleLook(tx, id, { delaySeconds: 0 })
    await logChange(tx, { by, action, record: paymentRecord(payment), reason })
  })
}
