import type { PaymentMethod } from '#contract/payments.ts'
import { PENDING_PAYMENT_TYPES, type PendingPaymentType } from '#domain/payments/payment-types.ts'

/** The ways to pay an order, by its first show. */
export type PaymentOffer = {
  readonly types: readonly PendingPaymentType[]
  readonly isSimulated: boolean
  /** Whether no money is charged though a provider is asked. */
  readonly isTest: boolean
  /** Whether the customer pays on the page of a provider, by one of the types at least. */
  readonly isOnline: boolean
  /** Names the method for a payment type; undefined for simulated payments. */
  readonly methodOf: (type: PendingPaymentType) => string | undefined
}

/** The first show of an order, undefined for merchandise alone, and the present moment. */
type Occasion = { readonly firstStart: Date | undefined; readonly now: Date }

/** Sums up the ways to pay an order. Leaves out those that are no longer offered so soon before its first show. */
export function offerOf(methods: readonly PaymentMethod[], { firstStart, now }: Occasion): PaymentOffer {
  const minutesLeft = firstStart ? (firstStart.getTime() - now.getTime()) / 60_000 : Infinity
  const offered = methods.filter(({ offeredUntilMinutes }) => minutesLeft > (offeredUntilMinutes ?? -Infinity))
  const forType = (type: PendingPaymentType) => offered.find(({ paymentTypes }) => paymentTypes.includes(type))
  return {
    types: PENDING_PAYMENT_TYPES.filter((type) => forType(type) !== undefined),
    isSimulated: methods.every(({ isSimulated }) => isSimulated),
    isTest: offered.some(({ isTest }) => isTest),
    isOnline: offered.some(({ isSimulated, offeredUntilMinutes }) => !isSimulated && offeredUntilMinutes === null),
    methodOf: (type) => {
      const method = forType(type)
      return method?.isSimulated ? undefined : method?.method
    },
  }
}
