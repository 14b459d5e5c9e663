import { type CustomerPaymentType, PAYMENT_TYPES } from '#domain/payments/payment-types.ts'

type IsOffered = (methods: readonly string[]) => boolean

/** Every method but PayPal counts as a card. */
const isCardOffered: IsOffered = (methods) => methods.some((method) => method !== 'paypal')

/** Tells by payment type whether one of a provider's methods stands for it. */
const isOffered: Readonly<Record<CustomerPaymentType, IsOffered>> = {
  VISA: isCardOffered,
  DEBITCARD: isCardOffered,
  PAYPAL: (methods) => methods.includes('paypal'),
}

/** Lists the payment types of the specification that the methods of a provider stand for. */
export function paymentTypesOf(methods: readonly string[]): CustomerPaymentType[] {
  return PAYMENT_TYPES.filter((type) => isOffered[type](methods))
}
