import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { paymentInfo } from '#contract/orders.ts'
import type { PendingPaymentType } from '#domain/payments/payment-types.ts'

export type CheckoutValues = {
  firstName: string
  lastName: string
  address: string
  paymentType: PendingPaymentType | ''
  /** Keys of the unselected items. */
  leftOut: readonly string[]
}

/** Validates the payer, and the payment type if the total in money is above 0. */
export function paymentSchema(offered: readonly PendingPaymentType[], isPaymentAsked: boolean) {
  if (!isPaymentAsked) return paymentInfo
  return z.extend(paymentInfo, { paymentType: z.enum(offered, { error: messages.required }) })
}
