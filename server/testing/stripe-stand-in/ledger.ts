import type { Stripe } from 'stripe'
import type { Books } from './books.ts'
import { expireDue, intentOf } from './sessions.ts'

/** A payment as the stand-in's books have it. Amounts in cents. */
export type LedgerPayment = {
  session: string
  /** The shop's key of the payment. */
  payment: string | undefined
  /** The page of the shop to which the customer is sent back. */
  returnUrl: string | null
  status: string | null
  paymentStatus: string
  currency: string | null
  amount: number
  taken: number
  /** The sum of the refunds that did not fail. */
  refunded: number
  refunds: { ref: string; key: string | undefined; amount: number; status: string | null }[]
  disputes: { ref: string; amount: number; status: string }[]
}

/** Lists all payments with what was taken and given back, oldest first. */
export function ledgerOf(books: Books): LedgerPayment[] {
  expireDue(books)
  const refundsByIntent = Map.groupBy(books.refunds.values(), ({ payment_intent: intent }) => intent)
  const disputesByIntent = Map.groupBy(books.disputes.values(), ({ payment_intent: intent }) => intent)
  return [...books.sessions.values()].map((session) => {
    const intent = intentOf(books, session)
    const refunds = (intent && refundsByIntent.get(intent.id)) ?? []
    const disputes = (intent && disputesByIntent.get(intent.id)) ?? []
    return {
      session: session.id,
      payment: session.metadata?.['payment'],
      returnUrl: session.success_url,
      status: session.status,
      paymentStatus: session.payment_status,
      currency: session.currency,
      amount: session.amount_total ?? 0,
      taken: intent?.amount_received ?? 0,
      refunded: refunds.filter(isSent).reduce((sum, { amount }) => sum + amount, 0),
      refunds: refunds.map(({ id, metadata, amount, status }) => ({
        ref: id,
        key: metadata?.['refund'],
        amount,
        status,
      })),
      disputes: disputes.map(({ id, amount, status }) => ({ ref: id, amount, status })),
    }
  })
}

const isSent = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled'
