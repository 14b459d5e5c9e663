import type { RefundId } from '#domain/ids.ts'
import { KEPT_ERROR_TRIES, lookDelaySeconds, type RefundState } from '#domain/payments/payments.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type NewRefund, PaymentRefused, ProviderDoubt, UnknownDispute } from '#server/gateways/payments/provider.ts'
import { selectEndedDisputes } from './lost-disputes.sql.ts'
import { settleByDisputes } from './settle-by-disputes.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { lockPayment } from './payments.sql.ts'
import { STATE_OF_REFUND } from './refund-states.ts'
import {
  renewKeyOfRefund,
  scheduleRefund,
  selectRefund,
  selectRefundKeys,
  updateRefund,
  updateRefundUnderWay,
} from './refunds.sql.ts'
import { JOB_TIMEOUT_MS } from './timeouts.ts'
import { isSetUp, wayOf } from './ways-to-pay.ts'

const WAITS = 'Waits for the end of a dispute.'
const notSetUp = (provider: string) => `PAYMENTS does not name ${provider}, so this refund waits.`
/** The end of a dispute enqueues the refund. This is for an end that was missed. */
const DISPUTE_LOOK_SECONDS = 60 * 60

/**
 * Sends a refund that is due, or looks at one that was sent. One without a provider waits for an administrator. Every
 * try has the same key, so the money goes back once. A key for which the provider keeps an error is replaced after an
 * hour; each try looks for a refund under any of its keys first. A refund that the provider refuses has failed, and
 * stays visible until an administrator ends it. One of a disputed payment waits for the end of the dispute.
 */
export async function sendRefund(context: AppContext, id: RefundId): Promise<void> {
  const { db } = context
  const refund = await selectRefund(db, id)
  if (!refund?.paymentRef || (refund.state !== 'DUE' && refund.state !== 'SENT')) return
  if (refund.state === 'DUE' && refund.isDisputed) return scheduleRefund(db, id, DISPUTE_LOOK_SECONDS, WAITS)
  const { provider, tries } = refund
  if (!isSetUp(context, provider)) return scheduleRefund(db, id, lookDelaySeconds(tries + 1), notSetUp(provider))
  try {
    const state = refund.state === 'DUE' ? await send(context, refund) : await look(context, refund)
    if (state === 'DUE' || state === 'SENT') await scheduleRefund(db, id, lookDelaySeconds(refund.tries + 2))
  } catch (error) {
    if (isOutdatedKey(error, refund.tries)) await renewKeyOfRefund(db, refund)
    const failure = error instanceof Error ? error.message : String(error)
    if (error instanceof PaymentRefused) await noteSent(db, refund, { state: 'FAILED', failure })
    else await scheduleRefund(db, id, lookDelaySeconds(refund.tries + 1), failure)
  }
}

type Refund = NonNullable<Awaited<ReturnType<typeof selectRefund>>>

async function send(context: AppContext, refund: Refund): Promise<RefundState> {
  const way = wayOf(context, refund.provider)
  if (way.kind === 'manual') return noteSent(context.db, refund, { state: 'OWED' })
  const known = await beginSending(context.db, refund)
  if (!known) return (await selectRefund(context.db, refund.id))?.state ?? 'SENT'
  const { key, formerKeys, amount } = refund
  const asked = { key, formerKeys, amount, ...known, ref: refund.paymentRef ?? '' }
  const { state, ...sighting } = await way.provider.refund(asked, JOB_TIMEOUT_MS).catch(async (error: unknown) => {
    if (error instanceof UnknownDispute) await look(context, refund)
    throw error
  })
  return noteSent(context.db, refund, { ...sighting, state: STATE_OF_REFUND[state] })
}

/**
 * Notes that a refund is being sent, so that no end of a dispute changes it meanwhile. Returns the ended disputes that
 * its amount considers, and the keys of all refunds of the payment. Undefined if it was changed since, or a dispute
 * blocks it.
 */
function beginSending(
  db: Db,
  { id, key, paymentId }: Refund,
): Promise<Pick<NewRefund, 'endedDisputes' | 'knownKeys'> | undefined> {
  return inTransaction(db, async (tx) => {
    await lockPayment(tx, paymentId)
    const refund = await selectRefund(tx, id)
    if (refund?.state !== 'DUE' || refund.isDisputed || refund.key !== key) return undefined
    await updateRefundUnderWay(tx, id)
    const endedDisputes = await selectEndedDisputes(tx, paymentId)
    return { endedDisputes, knownKeys: await selectRefundKeys(tx, paymentId) }
  })
}

async function look(context: AppContext, { id, paymentId }: Refund): Promise<RefundState> {
  await lookAtPayment(context, paymentId, { timeoutMs: JOB_TIMEOUT_MS, cause: 'refund' })
  return (await selectRefund(context.db, id))?.state ?? 'SENT'
}

type Sent = { key?: string | undefined; state: RefundState; ref?: string; failure?: string | undefined }

/** Stores the answer to a refund that was sent, unless a look has seen it meanwhile. Returns its state. */
function noteSent(db: Db, { id, key, paymentId }: Refund, sent: Sent): Promise<RefundState> {
  return inTransaction(db, async (tx) => {
    await lockPayment(tx, paymentId)
    const seen = (await selectRefund(tx, id))?.state
    if (seen !== undefined && seen !== 'DUE') return seen
    await updateRefund(tx, { paymentId, key: sent.key ?? key }, sent)
    await settleByDisputes(tx, paymentId)
    return sent.state
  })
}

const isOutdatedKey = (error: unknown, tries: number) =>
  error instanceof ProviderDoubt && error.isKept && tries >= KEPT_ERROR_TRIES
