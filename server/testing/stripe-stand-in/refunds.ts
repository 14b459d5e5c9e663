import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Books, addMovement, find, newId, secondsNow } from './books.ts'
import { disputesOf } from './disputes.ts'
import { record } from './events.ts'
import type { FormTree } from './form.ts'
import { formMetadata, formNumber, invalidParam, notAllowed, readParams } from './problems.ts'

const newRefund = z.strictObject({
  payment_intent: z.string(),
  amount: formNumber.refine((amount) => amount >= 1, 'must be greater than or equal to 1').optional(),
  metadata: formMetadata,
})

const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'

/** Refunds a payment, wholly without an amount. Throws Stripe's 400 for what cannot be refunded. */
export function createRefund(books: Books, params: FormTree): Stripe.Refund {
  const given = readParams(newRefund, params)
  const intent = find(books.intents, 'payment_intent', given.payment_intent, 'payment_intent')
  const charge = typeof intent.latest_charge === 'string' ? books.charges.get(intent.latest_charge) : undefined
  if (!charge) {
    throw invalidParam(
      'payment_intent',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    )
  }
  if (disputesOf(books, charge.id).some((dispute) => !dispute.is_charge_refundable)) {
    throw notAllowed(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) throw notAllowed(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = given.amount ?? left
  if (amount > left) {
    const message = `Refund amount (€${amount / 100}) is greater than unrefunded amount on charge (€${left / 100})`
    throw invalidParam('amount', message)
  }
  const { currency } = charge
  const id = newId('re')
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: addMovement(books, { amount: -amount, currency, fee: 0, type: 'refund', source: id }),
    charge: charge.id,
    created: secondsNow(books),
    currency,
    customer: null,
    customer_account: null,
    metadata: given.metadata,
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: books.newRefunds,
    transfer_reversal: null,
  }
  books.refunds.set(id, refund)
  sumUp(books, charge)
  record(books, 'refund.created', refund)
  return refund
}

/** Ends a refund. Stripe lets also one fail that had succeeded, when the customer's bank sends the money back. */
export function endRefund(books: Books, id: string, status: 'succeeded' | 'failed' | 'canceled'): Stripe.Refund {
  const refund = find(books.refunds, 'refund', id, 'refund')
  const wasFailed = hasFailed(refund)
  refund.status = status
  if (!wasFailed && hasFailed(refund)) {
    const { amount, currency } = refund
    if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card'
    const back = addMovement(books, { amount, currency, fee: 0, type: 'refund_failure', source: id })
    refund.failure_balance_transaction = back
  }
  const charge = typeof refund.charge === 'string' ? books.charges.get(refund.charge) : undefined
  if (charge) sumUp(books, charge)
  record(books, 'refund.updated', refund)
  if (status === 'failed') record(books, 'refund.failed', refund)
  return refund
}

function sumUp(books: Books, charge: Stripe.Charge): void {
  const sent = refundsOf(books, charge.id).filter((refund) => !hasFailed(refund))
  charge.amount_refunded = sent.reduce((sum, { amount }) => sum + amount, 0)
  charge.refunded = charge.amount_refunded === charge.amount
}

/** Lists the refunds of a charge or an intent, newest first. */
export function refundsOf(books: Books, id: string): Stripe.Refund[] {
  return [...books.refunds.values()]
    .filter(({ charge, payment_intent: intent }) => charge === id || intent === id)
    .toReversed()
}
