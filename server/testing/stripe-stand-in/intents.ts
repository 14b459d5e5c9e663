import type { Stripe } from 'stripe'
import { type Books, addMovement, newId, secondsNow } from './books.ts'

/** How a customer pays on the hosted page. */
export type PaidWith = { method: string; brand?: string; last4?: string }

type NewIntent = {
  amount: number
  currency: string
  methods: string[]
  metadata: Stripe.Metadata
  email: string | null
}

export function addIntent(
  books: Books,
  { amount, currency, methods, metadata, email }: NewIntent,
): Stripe.PaymentIntent {
  const intent: Stripe.PaymentIntent = {
    id: newId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: secondsNow(books),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: methods,
    payment_record: null,
    processing: null,
    receipt_email: email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  books.intents.set(intent.id, intent)
  return intent
}

/** Takes the money: the intent succeeds, with a charge and a movement of the balance. */
export function takeMoney(books: Books, intent: Stripe.PaymentIntent, paidWith: PaidWith): void {
  const charge = addCharge(books, intent, paidWith)
  const { amount, currency } = intent
  const fee = Math.round(amount * 0.015) + 25
  charge.balance_transaction = addMovement(books, { amount, currency, fee, type: 'charge', source: charge.id })
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.last_payment_error = null
  intent.next_action = null
  intent.latest_charge = charge.id
}

/** Notes that the bank refused the customer's attempt. The intent waits for another one. */
export function noteDecline(intent: Stripe.PaymentIntent, method: string): void {
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: method === 'card' ? 'card_error' : 'invalid_request_error',
    code: method === 'card' ? 'card_declined' : 'payment_intent_payment_attempt_failed',
    message: 'Your payment was declined.',
    payment_method_type: method,
  }
}

function addCharge(books: Books, intent: Stripe.PaymentIntent, paidWith: PaidWith): Stripe.Charge {
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: intent.receipt_email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'STAND-IN',
    captured: true,
    created: secondsNow(books),
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: detailsOf(intent, paidWith),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  books.charges.set(charge.id, charge)
  return charge
}

function detailsOf(intent: Stripe.PaymentIntent, paidWith: PaidWith): Stripe.Charge.PaymentMethodDetails {
  const { method, brand = 'visa', last4 = '4242' } = paidWith
  if (method !== 'card') return { type: method }
  return {
    type: 'card',
    card: {
      amount_authorized: intent.amount,
      authorization_code: '123456',
      brand,
      checks: null,
      country: 'AT',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: 'regulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
