import { type StripeStandIn, startStripeStandIn } from './start.ts'

/** The Stripe that a test calls: the stand-in, or Stripe's test mode for `npm run prove -- stripe-live`. */
export type StripeTarget = { secretKey: string; apiUrl: string | undefined; standIn: StripeStandIn | undefined }

export const isLive = process.env['STRIPE_LIVE'] === '1'

export async function openStripeTarget(): Promise<StripeTarget> {
  if (isLive) return { secretKey: process.env['STRIPE_SECRET_KEY'] ?? '', apiUrl: undefined, standIn: undefined }
  const standIn = await startStripeStandIn()
  return { secretKey: standIn.settings['STRIPE_SECRET_KEY'] ?? '', apiUrl: standIn.url, standIn }
}
