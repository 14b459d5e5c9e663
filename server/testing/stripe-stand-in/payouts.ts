import type { Stripe } from 'stripe'
import { addMovement, type Books, newId, secondsNow } from './books.ts'

/** Pays the whole balance out to the bank account of the shop. Returns the id of the payout. */
export function payOut(books: Books): string {
  const amount = books.balance.reduce((sum, { net }) => sum + net, 0)
  const currency = 'eur'
  const id = newId('po')
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: secondsNow(books) + 86_400,
    automatic: true,
    balance_transaction: addMovement(books, { amount: -amount, currency, fee: 0, type: 'payout', source: id }),
    created: secondsNow(books),
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  }
  books.payouts.set(id, payout)
  return id
}
