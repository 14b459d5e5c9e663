/** The payment types a customer can choose from (specification, section 3). */
export const PAYMENT_TYPES = ['VISA', 'DEBITCARD', 'PAYPAL'] as const

export type PaymentType = (typeof PAYMENT_TYPES)[number]

const names: Record<PaymentType, string> = { VISA: 'Visa', DEBITCARD: 'Debit cart', PAYPAL: 'Paypal' }

/** Returns the display name of a payment type, for pages and invoices; 'Unknown' for any other value. */
export function paymentTypeName(value: string): string {
  const paymentType = PAYMENT_TYPES.find((known) => known === value)
  return paymentType === undefined ? 'Unknown' : names[paymentType]
}
