import type { Stripe } from 'stripe'
import {
  type DisputeSighting,
  ProviderDoubt,
  type RefundSighting,
  sightedCents,
  takenCents,
  type SightedState,
  type Sighting,
} from './provider.ts'
import { namePaymentMethod } from './stripe-methods.ts'

/** The answers about a payment: the session with its expanded intent and charge, and all refunds and disputes. */
type Read = {
  session: Stripe.Checkout.Session
  intent: Stripe.PaymentIntent | undefined
  charge: Stripe.Charge | undefined
  refunds: readonly Stripe.Refund[]
  disputes: readonly Stripe.Dispute[]
}

/** Reads what Stripe says of a payment. Throws `ProviderDoubt` if a paid one does not say how much was paid. */
export function toSighting({ session, intent, charge, refunds, disputes }: Read): Sighting {
  const state = stateOf(session, intent)
  if (state === 'taken' && !intent) throw new ProviderDoubt('Stripe names no payment of a session that is paid.')
  const details = charge?.payment_method_details
  return {
    ref: session.id,
    state,
    taken:
      state === 'taken' && intent
        ? { amount: takenCents(intent.amount_received), currency: intent.currency }
        : undefined,
    paidBy: details ? namePaymentMethod(details.type, details.card) : undefined,
    refunds: refunds.map(toRefundSighting),
    disputes: disputes.map(toDisputeSighting),
  }
}

/**
 * Reads the state. A failed delayed payment leaves its session complete and unpaid for ever, and its intent with an
 * error.
 */
function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | undefined): SightedState {
  if (session.status === 'expired') return 'closed'
  if (session.status !== 'complete') return 'open'
  if (session.payment_status === 'paid') return 'taken'
  const isOver =
    intent?.status === 'canceled' ||
    (intent?.status === 'requires_payment_method' && intent.last_payment_error !== null)
  return isOver ? 'closed' : 'processing'
}

/** Why a refund failed, or waits, by the code of Stripe. Administrators read it. */
const REFUND_FAILURES: Readonly<Record<string, string>> = {
  canceled: 'The refund was cancelled at Stripe.',
  charge_for_pending_refund_disputed: 'The customer disputed the payment while the refund was under way.',
  declined: 'The bank declined the refund.',
  expired_or_canceled_card: 'The card has expired or was cancelled.',
  insufficient_funds: 'The balance at Stripe was too low.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  requires_action: 'Stripe waits for the account of the customer, who was asked for it by mail.',
  merchant_request: 'The refund was cancelled at Stripe.',
  unknown: 'Stripe knows no reason.',
}

export function toRefundSighting({ id, metadata, status, amount, failure_reason }: Stripe.Refund): RefundSighting {
  return {
    ref: id,
    key: metadata?.['refund'],
    state: status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'sent',
    amount: sightedCents(amount),
    failure: failureOf(failure_reason ?? (status === 'canceled' || status === 'requires_action' ? status : undefined)),
  }
}

/** Returns an unknown code as it is. */
const failureOf = (code: string | undefined) => (code === undefined ? undefined : (REFUND_FAILURES[code] ?? code))

/** An inquiry, or a dispute, that was closed or prevented took no money. */
const DISPUTE_STATES: Readonly<Record<string, DisputeSighting['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function toDisputeSighting({ id, amount, status, created }: Stripe.Dispute): DisputeSighting {
  return {
    ref: id,
    amount: sightedCents(amount),
    state: DISPUTE_STATES[status] ?? 'open',
    openedAt: new Date(created * 1_000),
  }
}
