import type { Stripe } from 'stripe'
import { cents } from '#domain/money.ts'
import type { MovementKind } from '#domain/payments/reconciliation.ts'
import type { Movement } from './provider.ts'

const KINDS: Readonly<Record<string, MovementKind>> = {
  charge: 'CHARGE',
  payment: 'CHARGE',
  refund: 'REFUND',
  refund_failure: 'REFUND',
  payment_refund: 'REFUND',
  payment_failure_refund: 'REFUND',
  stripe_fee: 'FEE',
  tax_fee: 'FEE',
  payout: 'PAYOUT',
  payout_cancel: 'PAYOUT',
  payout_failure: 'PAYOUT',
}

/** Reads a balance transaction with its expanded source. `paymentRef`: found for a source that does not name it. */
export function toMovement(transaction: Stripe.BalanceTransaction, paymentRef: string | undefined): Movement {
  const { id, created, type, amount, fee } = transaction
  const source = sourceOf(transaction)
  const isDispute = source?.object === 'dispute'
  const metadata = source && 'metadata' in source ? source.metadata : undefined
  return {
    at: new Date(created * 1_000),
    kind: isDispute ? 'DISPUTE' : (KINDS[type] ?? 'OTHER'),
    ref: source?.id ?? id,
    key: source?.object === 'refund' ? metadata?.['refund'] : metadata?.['payment'],
    paymentRef: metadata?.['session'] ?? paymentRef,
    amount: cents(amount),
    fee: cents(fee),
  }
}

/** Returns the intent of a refund or dispute that does not name its session. Undefined for other movements. */
export function unnamedIntentOf(transaction: Stripe.BalanceTransaction): string | undefined {
  const source = sourceOf(transaction)
  if (source?.object !== 'refund' && source?.object !== 'dispute') return undefined
  if (source.metadata?.['session'] !== undefined) return undefined
  const { payment_intent: intent } = source
  return typeof intent === 'string' ? intent : (intent?.id ?? undefined)
}

function sourceOf({ source }: Stripe.BalanceTransaction): Exclude<typeof source, string | null> | undefined {
  return typeof source === 'object' && source !== null ? source : undefined
}
