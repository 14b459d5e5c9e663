import type { PaymentMethod } from '#contract/payments.ts'
import { type CustomerPaymentType, PAYMENT_TYPES } from '#domain/payment-types.ts'

/** The ways to pay of the checkout. */
export type PaymentOffer = {
  readonly types: readonly CustomerPaymentType[]
  readonly isSimulated: boolean
  /** Whether no money is charged though a provider is asked. */
  readonly isTest: boolean
  /** Names the method of a provider for a payment type; undefined for simulated payments. */
  readonly methodOf: (type: CustomerPaymentType) => string | undefined
}

/** Sums up the ways to pay. */
export function offerOf(methods: readonly PaymentMethod[]): PaymentOffer {
  const forType = (type: CustomerPaymentType) => methods.find(({ paymentTypes }) => paymentTypes.includes(type))
  return {
    types: PAYMENT_TYPES.filter((type) => forType(type) !== undefined),
    isSimulated: methods.every(({ isSimulated }) => isSimulated),
    isTest: methods.some(({ isTest }) => isTest),
    methodOf: (type) => {
      const method = forType(type)
      return method?.isSimulated ? undefined : method?.method
    },
  }
}
