import {
  isManualMethod,
  type ManualMethod,
  MANUAL_TYPE,
  OFFERED_UNTIL_MINUTES,
} from '#domain/payments/manual-payments.ts'
import type { PendingPaymentType } from '#domain/payments/payment-types.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'
import { providerNamed } from './provider-named.ts'

type Context = Pick<AppContext, 'providers' | 'settings'>

type Offer = {
  paymentTypes: readonly PendingPaymentType[]
  isTest: boolean
  /** The minutes before the first show until which it is offered. Null until the show starts. */
  offeredUntilMinutes: number | null
}

/** A way to pay: at a provider that reports the money, or without one. */
export type WayToPay =
  | { kind: 'online'; name: string; provider: PaymentProvider }
  | { kind: 'manual'; name: ManualMethod }

/** Lists the ways to pay that the shop offers. Without any, payments are simulated. */
export function offeredWays({ providers, settings }: Context): readonly (WayToPay & Offer)[] {
  const online = providers.map((provider) => {
    const { name, paymentTypes, isTest } = provider
    return { kind: 'online' as const, name, provider, paymentTypes, isTest, offeredUntilMinutes: null }
  })
  const manual = settings.PAYMENTS.filter(isManualMethod).map((name) => ({
    ...{ kind: 'manual' as const, name, paymentTypes: [MANUAL_TYPE[name]], isTest: false },
    offeredUntilMinutes: OFFERED_UNTIL_MINUTES[name],
  }))
  return [...online, ...manual]
}

/** Finds a way to pay that the shop offers. Throws `not_found` for any other name. */
export function offeredWay(context: Context, name: string): WayToPay & Offer {
  const way = offeredWays(context).find((offered) => offered.name === name)
  if (!way) throw problem('not_found', { what: 'payment method' })
  return way
}

/** Tells whether the way of a payment that was started is set up. A manual one always is. */
export function isSetUp({ providers }: Pick<AppContext, 'providers'>, name: string): boolean {
  return isManualMethod(name) || providers.some((provider) => provider.name === name)
}

/** Finds the way of a payment that was started. A manual one goes on when the shop no longer offers it. */
export function wayOf(context: Pick<AppContext, 'providers'>, name: string): WayToPay {
  if (isManualMethod(name)) return { kind: 'manual', name }
  return { kind: 'online', name, provider: providerNamed(context, name) }
}
