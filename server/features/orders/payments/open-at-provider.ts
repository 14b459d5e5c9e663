import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { lookDelaySeconds, PROVIDER_RETRY_SECONDS } from '#domain/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type OpenedPayment, PaymentRefused } from '#server/gateways/payments/provider.ts'
import { publicUrl } from '#server/public-url.ts'
import { applyLocked } from './apply-sighting.ts'
import { closeUnopened } from './close-unopened.ts'
import { lockPayment, scheduleLook, selectPayment, updateOpened } from './payments.sql.ts'
import { selectPaidItems } from './pending-orders.sql.ts'
import { providerNamed } from './provider-named.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'

/**
 * Opens a new payment at its provider, and stores the address before anybody is told. Does nothing for a payment that
 * is open already. Throws `payment_refused` after a definite no, and `payment_unavailable` without a clear answer.
 */
export async function openAtProvider(context: AppContext, id: PaymentId): Promise<void> {
  const { db, settings } = context
  const payment = await selectPayment(db, id)
  if (payment?.state !== 'NEW') return
  const opened = await providerNamed(context, payment.provider)
    .open(
      {
        key: payment.key,
        amount: payment.amount,
        lines: await selectPaidItems(db, payment.pendingOrderId),
        email: payment.email,
        returnUrl: publicUrl(settings, pages.payment.href({ id })),
        payUntil: payment.payUntil,
      },
      REQUEST_TIMEOUT_MS,
    )
    .catch((error: unknown) => giveNoAddress(context, id, error))
  await inTransaction(db, (tx) => storeAddress(tx, context, id, opened))
}

/** Stores the address of a payment. One that was closed meanwhile is closed at the provider, too. */
async function storeAddress(tx: Tx, context: AppContext, id: PaymentId, opened: OpenedPayment): Promise<void> {
  const payment = await lockPayment(tx, id)
  if (payment.ref) return
  await updateOpened(tx, id, opened)
  const sighting = { state: 'open', refunds: [], disputes: [] } as const
  const state = await applyLocked(tx, context, payment, { sighting, cause: 'opened' })
  await scheduleLook(tx, id, { delaySeconds: state === 'CLOSED' ? 0 : lookDelaySeconds(0) })
}

async function giveNoAddress(context: AppContext, id: PaymentId, error: unknown): Promise<never> {
  if (error instanceof PaymentRefused) {
    await closeUnopened(context, id, { cause: `refused: ${error.message}`, canTryAgain: true })
    throw problem('payment_refused')
  }
  const doubt = error instanceof Error ? error.message : String(error)
  await scheduleLook(context.db, id, { delaySeconds: lookDelaySeconds(1), doubt })
  throw problem('payment_unavailable', { retryAfterSeconds: PROVIDER_RETRY_SECONDS })
}
