import { leaveFor, type Payment } from '#client/customer/payments.ts'
import { sendPayment } from './checkout.queries.ts'
import { texts } from './checkout.texts.ts'
import { useAttempt } from './use-attempt.ts'

/**
 * Starts payments and leaves for the page of the provider. Calls back with a payment that cannot be paid there, because
 * the bank works on it or the money was taken already.
 */
export function usePaymentStart(onWaiting: (payment: Payment) => Promise<void>) {
  const { attempt, refusal, repeat, ...state } = useAttempt({
    send: sendPayment,
    onDone: (payment) => (payment.redirectUrl === null ? onWaiting(payment) : leaveFor(payment.redirectUrl)),
  })
  // Without an answer nothing was charged: the customer pays on the provider's page.
  return { pay: attempt, ...state, refusal: repeat ? texts.unanswered : refusal }
}
