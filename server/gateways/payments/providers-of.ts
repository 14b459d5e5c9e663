import { API_PREFIX } from '#contract/endpoint.ts'
import { PROVIDER_EVENTS_PATH } from '#contract/payments.ts'
import { isLoopback } from '#server/settings/env-fields.ts'
import type { Settings } from '#server/settings/env.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { openMollie } from './mollie.ts'
import type { PaymentProvider } from './provider.ts'
import { openStripe } from './stripe.ts'

/** Opens the payment providers of the settings, in the order of `PAYMENTS`. Without any, payments are simulated. */
export async function providersOf(settings: Settings): Promise<readonly PaymentProvider[]> {
  const opened: PaymentProvider[] = []
  for (const way of settings.PAYMENTS) {
    const provider = way === 'stripe' ? await stripeOf(settings) : way === 'mollie' ? mollieOf(settings) : undefined
    if (provider) opened.push(provider)
  }
  return opened
}

function stripeOf(settings: Settings): Promise<PaymentProvider> | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = settings
  const { STRIPE_METHODS: methods, STRIPE_API_URL: apiUrl } = settings
  return secretKey === undefined ? undefined : openStripe({ secretKey, webhookSecrets, methods, apiUrl })
}

/**
 * Opens Mollie, if the shop has its key. Mollie refuses a payment whose webhook it cannot reach, so a shop at a
 * loopback address names none to it.
 */
function mollieOf(settings: Settings): PaymentProvider | undefined {
  const { MOLLIE_API_KEY: apiKey, MOLLIE_ACCESS_TOKEN: accessToken } = settings
  const { MOLLIE_METHODS: methods, MOLLIE_API_URL: apiUrl } = settings
  const isReachable = apiUrl !== undefined || !isLoopback(new URL(settings.PUBLIC_URL).hostname)
  const webhookUrl = isReachable
    ? publicUrl(settings, `/${API_PREFIX}${PROVIDER_EVENTS_PATH.replace(':provider', 'mollie')}`)
    : undefined
  return apiKey === undefined ? undefined : openMollie({ apiKey, accessToken, methods, apiUrl, webhookUrl })
}
