import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { missing } from './problems.ts'

/** The objects that the stand-in keeps, as Stripe would answer them unexpanded. */
export type Books = {
  /** The address of the hosted pages, without a slash at the end. */
  origin: string
  /** The version of Stripe's API that the last request named. */
  apiVersion: string | null
  /** Moves the stand-in's clock ahead of the machine's. */
  clockAheadMs: number
  /** The state in which new refunds begin. */
  newRefunds: 'succeeded' | 'pending' | 'requires_action'
  sessions: Map<string, Stripe.Checkout.Session>
  /** The metadata of the intents that sessions will get, by session. */
  intentMetadata: Map<string, Stripe.Metadata>
  /** The ids of sessions by the shop's key of their payment. */
  sessionsByPayment: Map<string, string>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  payouts: Map<string, Stripe.Payout>
  balance: Stripe.BalanceTransaction[]
  events: Stripe.Event[]
  /** Called with each new event. */
  onEvent: (event: Stripe.Event) => void
}

export function emptyBooks(origin: string): Books {
  return {
    origin,
    apiVersion: null,
    clockAheadMs: 0,
    newRefunds: 'succeeded',
    sessions: new Map(),
    intentMetadata: new Map(),
    sessionsByPayment: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    payouts: new Map(),
    balance: [],
    events: [],
    onEvent: () => {},
  }
}

/** Reads the stand-in's clock in seconds, as Stripe writes times. */
export const secondsNow = (books: Books): number => Math.floor((Date.now() + books.clockAheadMs) / 1_000)

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** Finds an object by its id. Throws Stripe's 404. */
export function find<T>(objects: ReadonlyMap<string, T>, what: string, id: string, param = 'id'): T {
  const found = objects.get(id)
  if (found === undefined) throw missing(what, id, param)
  return found
}

/** Notes a movement of the account's balance. `amount` is negative for money that leaves it. */
export function addMovement(
  books: Books,
  movement: Pick<Stripe.BalanceTransaction, 'amount' | 'fee' | 'type' | 'currency'> & { source: string },
): string {
  const { amount, fee, type, currency, source } = movement
  const created = secondsNow(books)
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * 86_400,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'available',
    type,
  }
  books.balance.unshift(transaction)
  return transaction.id
}
