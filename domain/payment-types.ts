/** The payment types a customer can choose from (specification, section 3). */
export const PAYMENT_TYPES = ['VISA', 'DEBITCARD', 'PAYPAL'] as const

export type PaymentType = (typeof PAYMENT_TYPES)[number]

const names: Record<string, string> = { VISA: 'Visa', DEBITCARD: 'Debit cart', PAYPAL: 'Paypal' }

/** Returns the display name of a payment type, for pages and invoices. */
export function paymentTypeName(paymentType: string): string {
  return names[paymentType] ?? 'Unknown'
}
