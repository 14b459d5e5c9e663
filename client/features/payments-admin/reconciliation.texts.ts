import { type Cents, euro } from '#domain/money.ts'
import type { MovementKind } from '#domain/reconciliation.ts'

const kinds: Record<MovementKind, string> = {
  CHARGE: 'Payment',
  REFUND: 'Refund',
  DISPUTE: 'Dispute',
  FEE: 'Fee',
  PAYOUT: 'Payout',
  OTHER: 'Other movement',
}

/** Texts of the comparison of the provider with the shop. */
export const texts = {
  explanation:
    'Compares the movements of the balance at the provider with the payments, refunds and disputes in the shop, to the cent. Days are those of the shop. A refund that is still due is booked by the provider later.',
  choose: 'Choose days',
  from: 'From',
  to: 'To',
  show: 'Show',
  none: 'This shop takes no payments by a provider.',
  agreed: 'Provider and shop agree.',
  differs: (difference: Cents) => `Provider and shop differ by ${euro(difference)}.`,
  differences: 'Differences',
  kind: 'Kind',
  kinds,
  payment: (id: number) => `Payment ${id}`,
  atProvider: 'Provider',
  inShop: 'Shop',
  nothing: 'nothing',
  days: 'By day',
  day: 'Day',
  charges: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  difference: 'Difference',
  fees: 'Fees',
  payouts: 'Payouts',
  total: 'Total',
  download: 'Download movements (CSV)',
}
