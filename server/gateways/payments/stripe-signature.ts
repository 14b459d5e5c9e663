import type { Stripe } from 'stripe'

/** As far as Stripe's package allows in the other direction. */
const MAX_AHEAD_SECONDS = 300

type Signed = { body: Buffer; signature: string; secrets: readonly string[] }

/** Parses a signed event. Undefined if it is forged, or signed more than five minutes ago or ahead. */
export function parseSignedEvent(stripe: Stripe, { body, signature, secrets }: Signed): Stripe.Event | undefined {
  if (isOfFuture(signature)) return undefined
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch {
      // Another secret may have signed it.
    }
  }
  return undefined
}

/**
 * Tells whether an event is signed for a time to come, which Stripe's package would accept until then, or for no time,
 * which it would always accept.
 */
function isOfFuture(signature: string): boolean {
  const latest = Date.now() / 1_000 + MAX_AHEAD_SECONDS
  return Array.from(signature.matchAll(/(?:^|,)t=([^,]*)/g)).some(([, seconds]) => !(Number(seconds) <= latest))
}
