import { type PaymentMethod, SIMULATED } from '#contract/payments.ts'
import { PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import type { AppContext } from '#server/context.ts'
import { offeredWays } from './ways-to-pay.ts'

const simulation: PaymentMethod = {
  method: SIMULATED,
  paymentTypes: [...PAYMENT_TYPES],
  isSimulated: true,
  isTest: false,
  offeredUntilMinutes: null,
}

/** Lists the ways to pay: those that are set up, or by simulation in a shop without any. */
export function listPaymentMethods(context: Pick<AppContext, 'providers' | 'settings'>): {
  total: number
  elements: PaymentMethod[]
} {
  const offered = offeredWays(context).map(({ name: method, paymentTypes, isTest, offeredUntilMinutes }) => ({
    ...{ method, paymentTypes: [...paymentTypes], isSimulated: false, isTest, offeredUntilMinutes },
  }))
  const elements = offered.length > 0 ? offered : [simulation]
  return { total: elements.length, elements }
}
