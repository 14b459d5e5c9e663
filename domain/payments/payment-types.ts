/** The payment types a customer can choose from (specification, section 3). */
export const PAYMENT_TYPES = ['VISA', 'DEBITCARD', 'PAYPAL'] as const

export type CustomerPaymentType = (typeof PAYMENT_TYPES)[number]

/** The ways to pay at the desk, never offered to customers on their own. */
export const DESK_PAYMENT_TYPES = ['CASH', 'CARD'] as const

/** The payment types of manual methods, which customers can choose in a shop that offers them. */
export const MANUAL_PAYMENT_TYPES = ['TRANSFER', 'DESK'] as const

export type ManualPaymentType = (typeof MANUAL_PAYMENT_TYPES)[number]

/** The payment types of pending orders. */
export const PENDING_PAYMENT_TYPES = [...PAYMENT_TYPES, ...MANUAL_PAYMENT_TYPES] as const

export type PendingPaymentType = (typeof PENDING_PAYMENT_TYPES)[number]

/** The ways to pay of an invoice. */
export const ALL_PAYMENT_TYPES = [...PAYMENT_TYPES, ...DESK_PAYMENT_TYPES, ...MANUAL_PAYMENT_TYPES] as const

export type PaymentType = (typeof ALL_PAYMENT_TYPES)[number]

const names: Record<PaymentType, string> = {
  VISA: 'Visa',
  DEBITCARD: 'Debit cart',
  PAYPAL: 'Paypal',
  CASH: 'Cash',
  CARD: 'Card',
  TRANSFER: 'Bank transfer',
  DESK: 'At the box office',
}

/** Tells whether something was paid at the desk, with real money. Other payments are simulated. */
export function isPaidAtDesk(value: string | null): boolean {
  return DESK_PAYMENT_TYPES.some((known) => known === value)
}

/** Returns the display name of a payment type, for pages and invoices; 'Unknown' for any other value. */
export function paymentTypeName(value: string): string {
  const paymentType = ALL_PAYMENT_TYPES.find((known) => known === value)
  return paymentType === undefined ? 'Unknown' : names[paymentType]
}
