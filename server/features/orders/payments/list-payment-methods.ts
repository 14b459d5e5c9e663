import { type PaymentMethod, SIMULATED } from '#contract/payments.ts'
import { PAYMENT_TYPES } from '#domain/payment-types.ts'
import type { AppContext } from '#server/context.ts'

/** Lists the ways to pay: those of the providers, or by simulation in a shop without any. */
export function listPaymentMethods({ providers }: Pick<AppContext, 'providers'>): {
  total: number
  elements: PaymentMethod[]
} {
  const offered = providers.map(({ name, paymentTypes, isTest }) => ({
    ...{ method: name, paymentTypes: [...paymentTypes], isSimulated: false, isTest },
  }))
  const simulated = { method: SIMULATED, paymentTypes: [...PAYMENT_TYPES], isSimulated: true, isTest: false }
  const elements = offered.length > 0 ? offered : [simulated]
  return { total: elements.length, elements }
}
