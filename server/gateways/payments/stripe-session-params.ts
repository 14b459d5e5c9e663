import type { Stripe } from 'stripe'
import { sumOf } from '#domain/money.ts'
import type { OpenPayment } from './provider.ts'

/** Stripe's limits of a session. */
const MOST_LINES = 100
const LONGEST_NAME = 250
/** Stripe expires sessions 30 minutes after their creation at the earliest. One more, because clocks differ. */
const SHORTEST_LIFE_MS = 31 * 60_000

type Params = Stripe.Checkout.SessionCreateParams
type Line = OpenPayment['lines'][number]

/**
 * Describes the Checkout session of a payment. The same payment always gives the same parameters, because Stripe
 * refuses an idempotency key that comes with others: so the session's end is counted from the payment's, not from now.
 */
export function newSessionParams(payment: OpenPayment, methods: readonly string[]): Params {
  const { key, amount, lines, email, returnUrl, payUntil } = payment
  const total = sumOf(lines.map(({ quantity, price }) => priceOf(quantity, price)))
  if (total !== amount) throw new RangeError(`The lines of payment ${key} add up to ${total}, not to ${amount} cents`)
  return {
    mode: 'payment',
    line_items: fewer(lines).map(toLineItem),
    expires_at: Math.floor((payUntil.getTime() + SHORTEST_LIFE_MS) / 1_000),
    success_url: returnUrl,
    cancel_url: returnUrl,
    client_reference_id: key,
    customer_email: email,
    metadata: { payment: key },
    payment_intent_data: { metadata: { payment: key } },
    allowed_payment_method_types: [...methods],
    adaptive_pricing: { enabled: false },
  }
}

const priceOf = (quantity: number, price: Line['price']) => (quantity * price) as Line['price']

/** Merges the last lines of a long order, because Stripe takes only so many. */
function fewer(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines
  const merged = lines.slice(MOST_LINES - 1)
  const price = sumOf(merged.map((line) => priceOf(line.quantity, line.price)))
  return [...lines.slice(0, MOST_LINES - 1), { name: `${merged.length} further items`, quantity: 1, price }]
}

function toLineItem({ name, quantity, price }: Line): NonNullable<Params['line_items']>[number] {
  const product = { name: name.slice(0, LONGEST_NAME) }
  return { quantity, price_data: { currency: 'eur', unit_amount: price, product_data: product } }
}
