import type { PaymentView } from '#contract/payments.ts'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { PROVIDER_RETRY_SECONDS } from '#domain/payments/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { runExclusive } from '#server/concurrency/keyed-mutex.ts'
import { PaymentRefused, ProviderBusy, ProviderDoubt } from '#server/gateways/payments/provider.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { selectOwnPayment } from './payments.sql.ts'
import { isLookedAt, takeLook } from './payment-looks.sql.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'

type Question = { userId: UserId; id: PaymentId; isGivenUp: boolean }

/**
 * Asks the provider about a customer's payment that is not final there, at most every two seconds, or gives the payment
 * up. The requests of one payment wait for each other, so giving up many times at once asks once. Throws `not_found`
 * for another customer's, and `payment_unavailable` if the provider gives no clear answer.
 */
export function askAboutPayment(context: AppContext, { userId, id, isGivenUp }: Question): Promise<PaymentView> {
  const { db } = context
  return runExclusive(`ask about payment ${id} of ${userId}`, async () => {
    const before = await selectOwnPayment(db, userId, id)
    if (!before) throw problem('not_found', { what: 'payment' })
    if (!(await isLookedAt(db, id)) || !(isGivenUp || (await takeLook(db, id)))) return before
    await askNow(context, { id, isGivenUp, cause: isGivenUp ? 'given up' : 'asked', ...(isGivenUp && { by: userId }) })
    return (await selectOwnPayment(db, userId, id)) ?? before
  })
}

type Asking = { id: PaymentId; cause: string; by?: UserId; isGivenUp?: boolean }

/** Asks the provider about a payment in a request. Throws `payment_unavailable` without a clear answer. */
export async function askNow(context: AppContext, { id, ...look }: Asking): Promise<void> {
  await lookAtPayment(context, id, { ...look, timeoutMs: REQUEST_TIMEOUT_MS }).catch((error: unknown) => {
    throw isUnclear(error) ? problem('payment_unavailable', { retryAfterSeconds: PROVIDER_RETRY_SECONDS }) : error
  })
}

/** Tells whether an error is that a provider gave no clear answer. */
export function isUnclear(error: unknown): boolean {
  return [ProviderBusy, ProviderDoubt, PaymentRefused].some((kind) => error instanceof kind)
}
