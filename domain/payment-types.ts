/** The ways to pay that a customer can choose from (specification, section 3). */
export const PAYMENT_TYPES = ['VISA', 'DEBITCARD', 'PAYPAL'] as const

export type PaymentType = (typeof PAYMENT_TYPES)[number]

const names: Record<string, string> = { VISA: 'Visa', DEBITCARD: 'Debit cart', PAYPAL: 'Paypal' }

/** What a page or an invoice calls a way to pay. */
export function paymentTypeName(paymentType: string): string {
  return names[paymentType] ?? 'Unknown'
}
