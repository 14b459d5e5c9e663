import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { paymentInfo } from '#contract/orders.ts'
import { PAYMENT_TYPES, type CustomerPaymentType } from '#domain/payment-types.ts'

export type CheckoutValues = {
  firstName: string
  lastName: string
  address: string
  paymentType: CustomerPaymentType | ''
  /** Keys of the unselected items. */
  leftOut: readonly string[]
}

const withPaymentType = z.extend(paymentInfo, { paymentType: z.enum(PAYMENT_TYPES, { error: messages.required }) })

/** Validates the payer, and the payment type if the total in money is above 0. */
export function paymentSchema(isPaymentAsked: boolean) {
  return isPaymentAsked ? withPaymentType : paymentInfo
}
