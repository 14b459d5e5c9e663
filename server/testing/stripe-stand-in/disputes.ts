import type { Stripe } from 'stripe'
import { type Books, addMovement, find, newId, secondsNow } from './books.ts'
import { record } from './events.ts'
import { notAllowed } from './problems.ts'

const FEE_CENTS = 2_000

/**
 * Opens a dispute, as the customer's bank does. An inquiry comes before a dispute and moves no money. Throws for a
 * payment without money.
 */
export function openDispute(
  books: Books,
  intentId: string,
  { amount, isInquiry = false }: { amount?: number | undefined; isInquiry?: boolean | undefined } = {},
): Stripe.Dispute {
  const intent = find(books.intents, 'payment_intent', intentId, 'payment_intent')
  const charge = typeof intent.latest_charge === 'string' ? books.charges.get(intent.latest_charge) : undefined
  if (!charge) throw notAllowed('Nothing was paid.')
  const id = newId('du')
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: secondsNow(books),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: secondsNow(books) + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_applicable',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  books.disputes.set(id, dispute)
  charge.disputed = true
  const { currency } = dispute
  if (!isInquiry) {
    addMovement(books, { amount: -dispute.amount, currency, fee: FEE_CENTS, type: 'adjustment', source: id })
  }
  record(books, 'charge.dispute.created', dispute)
  return dispute
}

/** Decides a dispute, or closes an inquiry. A won dispute brings the money back, without the fee. */
export function closeDispute(books: Books, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = find(books.disputes, 'dispute', id, 'dispute')
  const isInquiry = dispute.status.startsWith('warning_')
  dispute.status = isInquiry ? 'warning_closed' : status
  dispute.is_charge_refundable = status === 'won'
  const { amount, currency } = dispute
  if (status === 'won' && !isInquiry) addMovement(books, { amount, currency, fee: 0, type: 'adjustment', source: id })
  record(books, 'charge.dispute.closed', dispute)
  return dispute
}

/** Lists the disputes of a charge or an intent, or all, newest first. */
export function disputesOf(books: Books, id: string | undefined): Stripe.Dispute[] {
  return [...books.disputes.values()]
    .filter(({ charge, payment_intent: intent }) => id === undefined || charge === id || intent === id)
    .toReversed()
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
