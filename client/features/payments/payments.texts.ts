import { RETURN_TIME } from '#domain/payments.ts'

/** Texts of the page of a payment. */
export const texts = {
  payment: 'Your payment',
  notFound: "This payment doesn't exist.",
  amount: (cost: string) => `Your order of ${cost}`,
  waiting: 'We are waiting for the answer of your bank. This usually takes a few seconds.',
  overdue: 'Your bank has not answered yet. You can close this page: we will write to you when your order is paid.',
  open: 'You have not paid yet.',
  heldUntil: (time: string) =>
    `Your order is held for you until ${time}. Cancel the payment to change your order, or to pay another way.`,
  timeOver: 'The time to pay is over. Your order will be released shortly.',
  unopened: 'The payment provider has not answered yet, so you could not pay. Please try again at the checkout.',
  returned: [
    'Your payment came too late, or your order was paid already.',
    'So this money does not pay for an order, and all of it goes back to you the way you paid.',
    RETURN_TIME,
  ].join(' '),
  continuePayment: 'Continue the payment',
  cancelPayment: 'Cancel the payment',
  lookAgain: 'Ask again',
  toCheckout: 'Go to checkout',
  toTickets: 'Go to your tickets',
}
