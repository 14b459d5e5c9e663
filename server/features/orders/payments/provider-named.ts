import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'

/** Finds a payment provider that is set up. Throws `not_found` for any other name. */
export function providerNamed({ providers }: Pick<AppContext, 'providers'>, name: string): PaymentProvider {
  const provider = providers.find((known) => known.name === name)
  if (!provider) throw problem('not_found', { what: 'payment method' })
  return provider
}
