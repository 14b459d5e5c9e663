import type { RefundId } from '#domain/ids.ts'
import { lookDelaySeconds, type RefundState } from '#domain/payments.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { PaymentRefused } from '#server/gateways/payments/provider.ts'
import { lockPayment } from './payments.sql.ts'
import { STATE_OF_REFUND } from './refund-states.ts'
import { scheduleRefund, selectRefund, updateRefund } from './refunds.sql.ts'
import { JOB_TIMEOUT_MS } from './timeouts.ts'
import { wayOf } from './ways-to-pay.ts'

const WAITS = 'Waits for the end of a dispute.'
/** The end of a dispute enqueues the refund. This is for an end that was missed. */
const DISPUTE_LOOK_SECONDS = 60 * 60

/**
 * Sends a refund that is due, or looks at one that was sent. One without a provider waits for an administrator. Every
 * try has the same key, so the money goes back once. A refund that the provider refuses has failed, and stays visible
 * until an administrator ends it. One of a disputed payment waits for the end of the dispute.
 */
export async function sendRefund(context: AppContext, id: RefundId): Promise<void> {
  const { db } = context
  const refund = await selectRefund(db, id)
  if (!refund?.paymentRef || (refund.state !== 'DUE' && refund.state !== 'SENT')) return
  const { key, amount, paymentRef, paymentId, tries } = refund
  if (refund.state === 'DUE' && refund.isDisputed) return scheduleRefund(db, id, DISPUTE_LOOK_SECONDS, WAITS)
  const way = wayOf(context, refund.provider)
  const change = (to: { state: RefundState; ref?: string; failure?: string | undefined }) =>
    inTransaction(db, async (tx) => {
      await lockPayment(tx, paymentId)
      await updateRefund(tx, key, to)
    })
  if (way.kind === 'manual') return change({ state: 'OWED' })
  const { provider } = way
  try {
    const sighting =
      refund.state === 'DUE'
        ? await provider.refund({ key, ref: paymentRef, amount }, JOB_TIMEOUT_MS)
        : (await provider.look(paymentRef, JOB_TIMEOUT_MS)).refunds.find((seen) => seen.key === key)
    if (sighting) await change({ state: STATE_OF_REFUND[sighting.state], ref: sighting.ref, failure: sighting.failure })
    if (sighting?.state !== 'done' && sighting?.state !== 'failed') {
      await scheduleRefund(db, id, lookDelaySeconds(tries + 2))
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    if (error instanceof PaymentRefused) await change({ state: 'FAILED', failure })
    else await scheduleRefund(db, id, lookDelaySeconds(tries + 1), failure)
  }
}
