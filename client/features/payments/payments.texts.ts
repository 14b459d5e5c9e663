import type { ManualPaymentType } from '#domain/payments/payment-types.ts'
import { RETURN_TIME } from '#domain/payments/payments.ts'

/** Texts of the page of a payment. */
export const texts = {
  payment: 'Your payment',
  notFound: "This payment doesn't exist.",
  amount: (cost: string) => `Your order of ${cost}`,
  waiting: 'We are waiting for your bank to answer. This usually takes a few seconds.',
  overdue: 'Your bank has not answered yet. You can close this page: we will write to you when your order is paid.',
  open: 'You have not paid yet.',
  waitingFor: {
    DESK: 'Please pay at the box office.',
    TRANSFER: 'Waiting for your transfer',
  } satisfies Record<ManualPaymentType, string>,
  heldFor: {
    DESK: (time: string) => `Give this number at the box office by ${time}. Your order is held for you until then.`,
    TRANSFER: (time: string) =>
      `Please transfer the money by ${time}, with exactly this amount and reference. Banks take a day or two; we'll write to you when it arrives. Your order is held for you.`,
  } satisfies Record<ManualPaymentType, (time: string) => string>,
  overFor: {
    DESK: 'The time to pay has run out. Your order will be released shortly.',
    TRANSFER: 'The deadline has passed. If your money is already on its way, we will wait a few more days for it.',
  } satisfies Record<ManualPaymentType, string>,
  atBoxOffice: 'At the box office',
  number: 'Your number',
  bankDetails: 'Bank details',
  owner: 'Recipient',
  iban: 'IBAN',
  bic: 'BIC',
  transferAmount: 'Amount',
  reference: 'Payment reference',
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: (name: string) => `Copy: ${name}`,
  qrCode: 'QR code of the transfer for banking apps',
  qrHint: 'Scan this code with your banking app to fill in the transfer.',
  heldUntil: (time: string) =>
    `Your order is held for you until ${time}. Cancel the payment to change your order, or to pay another way.`,
  timeOver: 'The time to pay has run out. Your order will be released shortly.',
  unopened: 'The payment provider has not answered yet, so you could not pay. Please try again at the checkout.',
  returned: [
    'Your payment came too late, or your order was paid already.',
    'There is no order for this money, so all of it goes back to you the way you paid.',
    RETURN_TIME,
  ].join(' '),
  continuePayment: 'Continue the payment',
  cancelPayment: 'Cancel the payment',
  lookAgain: 'Check again',
  toCheckout: 'Go to checkout',
  toTickets: 'Go to your tickets',
}
