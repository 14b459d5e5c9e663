import type { PaymentState } from '#domain/payments.ts'

/** Texts of the page of a payment. */
export const texts = {
  payment: 'Payment',
  notFound: "This payment doesn't exist.",
  states: {
    NEW: 'This payment has not begun yet.',
    OPEN: 'This payment is still open.',
    PROCESSING: 'Your bank is still working on this payment.',
    TAKEN: 'This order is paid.',
    CLOSED: 'This payment was not completed. Nothing was charged.',
  } satisfies Record<PaymentState, string>,
  continuePayment: 'Continue the payment',
  toInvoice: 'Go to the invoice',
  toCheckout: 'Back to checkout',
}
