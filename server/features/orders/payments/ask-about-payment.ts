import type { PaymentView } from '#contract/payments.ts'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { PROVIDER_RETRY_SECONDS } from '#domain/payments/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { runExclusive } from '#server/concurrency/keyed-mutex.ts'
import { deleteAttemptsWithRoom, insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { PaymentRefused, ProviderBusy, ProviderDoubt } from '#server/gateways/payments/provider.ts'
import type { Outside } from './ask-provider.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { selectOwnPayment } from './payments.sql.ts'
import { isLookedAt, takeLook } from './payment-looks.sql.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'

/** How often customers may ask: repeated attempts to give one payment up, and all questions of one customer. */
const GIVING_UP = { attempts: 1, secondsPerAttempt: PROVIDER_RETRY_SECONDS }
const QUESTIONS_OF_CUSTOMER = { attempts: 40, secondsPerAttempt: 0.5 }
/** Many customers of one network may pay at once. Webhooks and jobs tell the shop, too. */
const LOOKS_OF_NETWORK = { attempts: 60, secondsPerAttempt: 0.2 }

type Question = { userId: UserId; id: PaymentId; isGivenUp: boolean; network: string; outside: Outside }

/**
 * Asks the provider about a customer's payment that is not final there, or gives the payment up. Asks only as often as
 * the limits allow, and else returns the payment as the shop knows it. The requests of one payment wait for each other,
 * so giving up many times at once asks once. Throws `not_found` for another customer's, and `payment_unavailable` if
 * the provider gives no clear answer.
 */
export function askAboutPayment(context: AppContext, question: Question): Promise<PaymentView> {
  const { db } = context
  const { userId, id, isGivenUp, outside } = question
  const ask = async () => {
    const before = await selectOwnPayment(db, userId, id)
    if (!before) throw problem('not_found', { what: 'payment' })
    if (!(await isLookedAt(db, id)) || !(await mayAsk(db, question))) return before
    try {
      await askNow(context, {
        ...{ id, isGivenUp, outside },
        cause: isGivenUp ? 'given up' : 'asked',
        ...(isGivenUp && { by: userId }),
      })
    } catch (error) {
      // It is not given up yet.
      if (isGivenUp) await deleteAttemptsWithRoom(db, givingUp(id))
      throw error
    }
    return (await selectOwnPayment(db, userId, id)) ?? before
  }
  return runExclusive(`ask about payment ${id} of ${userId}`, ask, outside)
}

/** Tells whether the provider, which takes so many calls of the shop, is asked now. */
async function mayAsk(db: Db, { userId, id, isGivenUp, network }: Question): Promise<boolean> {
  const isDue = isGivenUp ? await hasRoom(db, givingUp(id), GIVING_UP) : await takeLook(db, id)
  if (!isDue) return false
  if (await hasRoom(db, `questions about payments of ${userId}`, QUESTIONS_OF_CUSTOMER)) {
    return isGivenUp || hasRoom(db, `looks at payments from ${network}`, LOOKS_OF_NETWORK)
  }
  if (isGivenUp) await deleteAttemptsWithRoom(db, givingUp(id))
  return false
}

const givingUp = (id: PaymentId) => `giving up payment ${id}`

async function hasRoom(db: Db, key: string, rule: typeof GIVING_UP): Promise<boolean> {
  return (await insertAttemptWithRoom(db, { key, ...rule })) !== undefined
}

type Asking = { id: PaymentId; cause: string; by?: UserId; isGivenUp?: boolean; outside: Outside }

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
