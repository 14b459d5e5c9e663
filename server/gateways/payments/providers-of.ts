import type { Settings } from '#server/env.ts'
import type { PaymentProvider } from './provider.ts'
import { openStripe } from './stripe.ts'

/** Opens the payment providers of the settings. Without any, payments are simulated. */
export async function providersOf(settings: Settings): Promise<readonly PaymentProvider[]> {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey } = settings
  if (!PAYMENTS.includes('stripe') || secretKey === undefined) return []
  const { STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_METHODS: methods, STRIPE_API_URL: apiUrl } = settings
  return [await openStripe({ secretKey, webhookSecrets, methods, apiUrl })]
}
