import { pages } from '#contract/pages.ts'
import type { PaymentId } from '#domain/ids.ts'
import { lookDelaySeconds, PROVIDER_RETRY_SECONDS } from '#domain/payments/payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueuePaymentMail } from '#server/features/mail/mail.sql.ts'
import { PaymentRefused, ProviderDoubt } from '#server/gateways/payments/provider.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { applyLocked } from './apply-sighting.ts'
import { askProvider, type Outside } from './ask-provider.ts'
import { closeUnopened } from './close-unopened.ts'
import { lookDelay } from './look-delay.ts'
import { lockPayment, type PaymentRow, renewKey, selectPayment, updateOpened } from './payments.sql.ts'
import { scheduleLook, scheduleLookAtNew } from './payment-looks.sql.ts'
import { selectPaidItems } from './pending-orders.sql.ts'
import { type Opened, openManually } from './manual-payment.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'
import { wayOf, type WayToPay } from './ways-to-pay.ts'

type OnlineWay = Extract<WayToPay, { kind: 'online' }>

/**
 * Opens a new payment, at its provider if it has one, and stores the address before anybody is told. Does nothing for
 * one that is open already, or that another request opened or closed meanwhile. Closes one whose time is over, because
 * the provider may have forgotten its key and would open it twice. Throws `payment_refused` after a definite no, and
 * `payment_unavailable` without a clear answer.
 */
export async function openAtProvider(context: AppContext, id: PaymentId, outside?: Outside): Promise<void> {
  const { db } = context
  const payment = await selectPayment(db, id)
  if (payment?.state !== 'NEW') return
  if (payment.isOverdue) {
    await closeUnopened(context, id, { cause: 'its time is over', canTryAgain: true })
    return
  }
  const way = wayOf(context, payment.provider)
  const opened =
    way.kind === 'manual'
      ? openManually(context, { method: way.name, id })
      : await askToOpen(context, way, { payment, outside })
  if (opened) await inTransaction(db, (tx) => storeAddress(tx, context, id, opened))
}

/** Returns undefined if there was no clear answer, but another request ended the opening. */
async function askToOpen(
  context: AppContext,
  { provider }: OnlineWay,
  { payment, outside }: { payment: PaymentRow; outside: Outside | undefined },
): Promise<Opened | undefined> {
  const { db, settings } = context
  const { id, key, amount, email, payUntil } = payment
  const lines = await selectPaidItems(db, payment.pendingOrderId)
  const returnUrl = publicUrl(settings, pages.payment.href({ id }))
  try {
    const order = { key, amount, lines, email, returnUrl, payUntil }
    const opened = await askProvider(() => provider.open(order, REQUEST_TIMEOUT_MS), outside)
    return { ...opened, instructions: null }
  } catch (error) {
    await giveNoAddress(context, id, error)
    return undefined
  }
}

/** Stores the address of a payment. One that was closed meanwhile is closed at the provider, too. */
async function storeAddress(tx: Tx, context: AppContext, id: PaymentId, opened: Opened): Promise<void> {
  const payment = await lockPayment(tx, id)
  if (payment.ref) return
  await updateOpened(tx, id, opened)
  if (opened.instructions) await enqueuePaymentMail(tx, { paymentId: id, isReminder: false }, payment.userId)
  const sighting = { state: 'open', refunds: [], disputes: [] } as const
  const state = await applyLocked(tx, context, payment, { sighting, cause: 'opened' })
  await scheduleLook(tx, id, { delaySeconds: state === 'CLOSED' ? 0 : lookDelay(payment, 0) })
}

/** Notes why there is no address, and throws a problem, unless another request opened or closed the payment. */
async function giveNoAddress(context: AppContext, id: PaymentId, error: unknown): Promise<void> {
  if (error instanceof PaymentRefused) {
    await closeUnopened(context, id, { cause: `refused: ${error.message}`, canTryAgain: true })
    throw problem('payment_refused')
  }
  if (error instanceof ProviderDoubt && error.isKept) await renewKey(context.db, id)
  const doubt = error instanceof Error ? error.message : String(error)
  const isNew = await scheduleLookAtNew(context.db, id, { delaySeconds: lookDelaySeconds(1), doubt })
  if (isNew) throw problem('payment_unavailable', { retryAfterSeconds: PROVIDER_RETRY_SECONDS })
}
