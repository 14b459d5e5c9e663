import type { PaymentId, UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { applySighting } from './apply-sighting.ts'
import { askProvider, type Outside } from './ask-provider.ts'
import { closeUnopened } from './close-unopened.ts'
import { lookDelay } from './look-delay.ts'
import { manualSighting } from './manual-payment.ts'
import { type PaymentRow, selectPayment } from './payments.sql.ts'
import { endLooks, nextLookNumber, scheduleLook } from './payment-looks.sql.ts'
import { JOB_TIMEOUT_MS } from './timeouts.ts'
import { wayOf } from './ways-to-pay.ts'

type Look = {
  timeoutMs: number
  outside?: Outside | undefined
  cause: string
  by?: UserId
  /** Ends the payment, though its time is not over. The customer may try again soon. */
  isGivenUp?: boolean
}

/**
 * Asks the provider about a payment, and applies the answer. Closes a payment whose time is over, or that was given up.
 * Returns whether the payment is final at the provider, too. Throws `ProviderBusy` or `ProviderDoubt` without a clear
 * answer.
 */
export async function lookAtPayment(context: AppContext, id: PaymentId, look: Look): Promise<boolean> {
  const payment = await selectPayment(context.db, id)
  if (!payment) return true
  const { cause, by, isGivenUp = false } = look
  if (payment.state === 'NEW' && (payment.isOverdue || isGivenUp)) {
    if ((await closeUnopened(context, id, { cause, by, canTryAgain: isGivenUp })) === 'CLOSED') return true
  }
  const { ref } = payment.ref ? payment : ((await selectPayment(context.db, id)) ?? payment)
  if (!ref) return payment.state === 'CLOSED'
  const number = await nextLookNumber(context.db)
  const sighting = await ask(context, payment, ref, look)
  await applySighting(context, id, { sighting, number, cause, by, canTryAgain: isGivenUp })
  return sighting.state === 'taken' || sighting.state === 'closed'
}

async function ask(context: AppContext, payment: PaymentRow, ref: string, look: Look) {
  const { timeoutMs, isGivenUp = false, outside } = look
  const way = wayOf(context, payment.provider)
  const mustClose = payment.isOverdue || isGivenUp || payment.state === 'CLOSED'
  if (way.kind === 'manual') return manualSighting(ref, mustClose)
  const { provider } = way
  const isToClose = mustClose && payment.state !== 'TAKEN'
  return askProvider(() => (isToClose ? provider.close(ref, timeoutMs) : provider.look(ref, timeoutMs)), outside)
}

/**
 * Looks at a payment in the background, and schedules the next look while it is live. After a look without a clear
 * answer, the places stay held and the look is repeated.
 */
export async function followPayment(context: AppContext, id: PaymentId, cause: string): Promise<void> {
  const payment = await selectPayment(context.db, id)
  if (!payment) return
  const looks = { delaySeconds: lookDelay(payment, payment.looks) }
  try {
    const isFinal = await lookAtPayment(context, id, { timeoutMs: JOB_TIMEOUT_MS, cause })
    await (isFinal ? endLooks(context.db, id) : scheduleLook(context.db, id, looks))
  } catch (error) {
    const doubt = error instanceof Error ? error.message : String(error)
    await scheduleLook(context.db, id, { delaySeconds: Math.max(30, looks.delaySeconds), doubt })
  }
}
