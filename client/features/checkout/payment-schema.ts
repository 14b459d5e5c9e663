import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { paymentInfo } from '#contract/orders.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/payment-types.ts'

export type CheckoutValues = {
  firstName: string
  lastName: string
  address: string
  paymentType: PaymentType | ''
  /** What of the cart is not ticked. */
  leftOut: readonly string[]
}

const withPaymentType = z.extend(paymentInfo, { paymentType: z.enum(PAYMENT_TYPES, { error: messages.required }) })

/** Who pays, and how: that is asked only when there is money to pay. */
export function paymentSchema(isPaymentAsked: boolean) {
  return isPaymentAsked ? withPaymentType : paymentInfo
}
