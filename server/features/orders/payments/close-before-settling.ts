import type { PaymentId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { applySighting } from './apply-sighting.ts'
import { isUnclear } from './ask-about-payment.ts'
import { nextLookNumber } from './payment-looks.sql.ts'
import { selectPayment } from './payments.sql.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'
import { isSetUp, wayOf } from './ways-to-pay.ts'

type Settling = { id: PaymentId; by: UserId }

/**
 * Closes a payment at its provider that an administrator settles, so that its customer does not pay a second time.
 * Books the payment and returns true if the provider has taken the money meanwhile. Does nothing if the provider gives
 * no clear answer, because the administrator may know more. Throws `payment_payable` if it cannot be closed,
 * also because a bank still works on it.
 */
export async function closeBeforeSettling(context: AppContext, { id, by }: Settling): Promise<boolean> {
  const payment = await selectPayment(context.db, id)
  if (!payment?.ref || payment.state === 'TAKEN' || !isSetUp(context, payment.provider)) return false
  const way = wayOf(context, payment.provider)
  if (way.kind === 'manual') return false
  const number = await nextLookNumber(context.db)
  const sighting = await way.provider.close(payment.ref, REQUEST_TIMEOUT_MS).catch((error: unknown) => {
    if (isUnclear(error)) return
    throw error
  })
  if (sighting?.state === 'open' || sighting?.state === 'processing') throw problem('payment_payable')
  if (sighting?.state !== 'taken') return false
  await applySighting(context, id, { sighting, number, cause: 'closed to be settled', by })
  return true
}
