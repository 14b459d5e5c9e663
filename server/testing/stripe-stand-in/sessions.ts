import type { Stripe } from 'stripe'
import * as z from 'zod'
import { type Books, find, newId, secondsNow } from './books.ts'
import { record } from './events.ts'
import type { FormTree } from './form.ts'
import { type PaidWith, addIntent, noteDecline, takeMoney } from './intents.ts'
import { formList, formMetadata, formNumber, invalidParam, notAllowed, readParams } from './problems.ts'

const SHORTEST_SECONDS = 30 * 60
const LONGEST_SECONDS = 24 * 60 * 60
const LEAST_CENTS = 50
const MOST_LINES = 100

const newSession = z.strictObject({
  mode: z.literal('payment', 'the stand-in knows only the mode payment'),
  line_items: formList(
    z.strictObject({
      quantity: formNumber.refine((quantity) => quantity >= 1, 'must be greater than or equal to 1'),
      price_data: z.strictObject({
        currency: z.string().length(3),
        unit_amount: formNumber.refine((amount) => amount >= 0, 'must be greater than or equal to 0'),
        product_data: z.strictObject({ name: z.string().min(1).max(250) }),
      }),
    }),
  ),
  expires_at: formNumber.optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email('Invalid email address').max(512).optional(),
  metadata: formMetadata,
  payment_intent_data: z.strictObject({ metadata: formMetadata }).optional(),
  allowed_payment_method_types: formList(z.string()).default(['card']),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
})

/** Creates a Checkout session. Throws Stripe's 400 for parameters that cannot be used. */
export function createSession(books: Books, params: FormTree): Stripe.Checkout.Session {
  const given = readParams(newSession, params)
  const created = secondsNow(books)
  const expiresAt = given.expires_at ?? created + LONGEST_SECONDS
  if (expiresAt < created + SHORTEST_SECONDS) {
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  }
  if (expiresAt > created + LONGEST_SECONDS) {
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  }
  if (given.line_items.length > MOST_LINES) throw invalidParam('line_items', 'Too many line items.')
  const amount = given.line_items.reduce(
    (sum, { quantity, price_data: { unit_amount } }) => sum + quantity * unit_amount,
    0,
  )
  if (amount < LEAST_CENTS) {
    throw notAllowed("The Checkout Session's total amount due must add up to at least €0.50 eur", 'amount_too_small')
  }
  const id = newId('cs_test')
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled !== 'false' },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: given.allowed_payment_method_types,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: given.line_items[0]?.price_data.currency ?? 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: given.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: given.allowed_payment_method_types,
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: given.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${books.origin}/c/pay/${id}`,
    wallet_options: null,
  }
  books.sessions.set(id, session)
  const { payment } = given.metadata
  if (payment !== undefined) books.sessionsByPayment.set(payment, id)
  books.intentMetadata.set(id, given.payment_intent_data?.metadata ?? {})
  return session
}

/** Finds a session, expired by now or not. */
export function findSession(books: Books, id: string): Stripe.Checkout.Session {
  const session = find(books.sessions, 'checkout.session', id, 'session')
  expireIfDue(books, session)
  return session
}

/** Expires the sessions whose time is over. */
export function expireDue(books: Books): void {
  for (const session of books.sessions.values()) expireIfDue(books, session)
}

function expireIfDue(books: Books, session: Stripe.Checkout.Session): void {
  if (session.status === 'open' && session.expires_at <= secondsNow(books)) end(books, session)
}

export function expireSession(books: Books, id: string): Stripe.Checkout.Session {
  const session = findSession(books, id)
  if (session.status !== 'open') {
    throw notAllowed(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  end(books, session)
  return session
}

function end(books: Books, session: Stripe.Checkout.Session): void {
  const intent = intentOf(books, session)
  if (intent) {
    intent.status = 'canceled'
    intent.canceled_at = secondsNow(books)
  }
  session.status = 'expired'
  session.url = null
  record(books, 'checkout.session.expired', session)
}

/** Pays an open session, as the customer does on the hosted page. Returns whether it was open. */
export function pay(books: Books, id: string, paidWith: PaidWith): boolean {
  const session = findSession(books, id)
  if (session.status !== 'open') return false
  takeMoney(books, beginAttempt(books, session), paidWith)
  complete(books, session, 'paid')
  return true
}

/** Begins a payment whose result comes later, as with transfers. Returns whether the session was open. */
export function payLater(books: Books, id: string): boolean {
  const session = findSession(books, id)
  if (session.status !== 'open') return false
  beginAttempt(books, session).status = 'processing'
  complete(books, session, 'unpaid')
  return true
}

/** Ends a payment that `payLater` began. */
export function settleLate(books: Books, id: string, result: 'paid' | 'failed', paidWith: PaidWith): boolean {
  const session = findSession(books, id)
  const intent = intentOf(books, session)
  if (intent?.status !== 'processing') return false
  if (result === 'failed') {
    noteDecline(intent, paidWith.method)
    record(books, 'checkout.session.async_payment_failed', session)
  } else {
    takeMoney(books, intent, paidWith)
    session.payment_status = 'paid'
    record(books, 'checkout.session.async_payment_succeeded', session)
  }
  return true
}

/** Refuses the customer's attempt. The session stays open. Returns whether it was open. */
export function decline(books: Books, id: string, method: string): boolean {
  const session = findSession(books, id)
  if (session.status !== 'open') return false
  noteDecline(beginAttempt(books, session), method)
  return true
}

/** Begins a 3-D Secure check of the customer's bank. The session stays open. Returns whether it was open. */
export function beginBankCheck(books: Books, id: string): boolean {
  const session = findSession(books, id)
  if (session.status !== 'open') return false
  beginAttempt(books, session).status = 'requires_action'
  return true
}

function beginAttempt(books: Books, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const known = intentOf(books, session)
  if (known) return known
  const intent = addIntent(books, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'eur',
    methods: session.payment_method_types,
    metadata: books.intentMetadata.get(session.id) ?? {},
    email: session.customer_email,
  })
  session.payment_intent = intent.id
  return intent
}

/** Finds the intent of a session. Undefined before the customer's first attempt. */
export function intentOf(books: Books, session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof session.payment_intent === 'string' ? books.intents.get(session.payment_intent) : undefined
}

function complete(books: Books, session: Stripe.Checkout.Session, status: 'paid' | 'unpaid'): void {
  session.status = 'complete'
  session.payment_status = status
  session.url = null
  session.customer_details = {
    address: null,
    business_name: null,
    email: session.customer_email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  record(books, 'checkout.session.completed', session)
}
