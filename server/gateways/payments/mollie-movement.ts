import { cents } from '#domain/money.ts'
import type { MovementKind } from '#domain/payments/reconciliation.ts'
import { centsOf, type MollieTransaction } from './mollie-answers.ts'
import type { Movement } from './provider.ts'

const KINDS: Readonly<Record<string, MovementKind>> = {
  payment: 'CHARGE',
  capture: 'CHARGE',
  refund: 'REFUND',
  'returned-refund': 'REFUND',
  chargeback: 'DISPUTE',
  'chargeback-reversal': 'DISPUTE',
  'payment-fee': 'FEE',
  'failed-payment-fee': 'FEE',
  'reimbursement-fee': 'FEE',
  'bank-charged-failure-fee': 'FEE',
  'fee-prepayment': 'FEE',
  'managed-fee': 'FEE',
  'returned-managed-fee': 'FEE',
  'invoice-compensation': 'FEE',
  'invoice-rounding-compensation': 'FEE',
  'outgoing-transfer': 'PAYOUT',
  'canceled-outgoing-transfer': 'PAYOUT',
  'canceled-transfer': 'PAYOUT',
  'returned-transfer': 'PAYOUT',
}

/** Reads a transaction of the balance. Mollie names what moved it, but not the shop's keys. */
export function toMollieMovement({
  id,
  type,
  createdAt,
  initialAmount,
  deductions,
  context,
}: MollieTransaction): Movement {
  const kind = KINDS[type] ?? 'OTHER'
  const { paymentId, refundId, chargebackId, transferId } = context
  const source = { CHARGE: paymentId, REFUND: refundId, DISPUTE: chargebackId, PAYOUT: transferId }
  return {
    ...{ at: createdAt, kind, key: undefined, paymentRef: paymentId },
    ref: (kind === 'FEE' || kind === 'OTHER' ? undefined : source[kind]) ?? id,
    amount: centsOf(initialAmount),
    fee: cents(deductions ? 0 - centsOf(deductions) : 0),
  }
}
