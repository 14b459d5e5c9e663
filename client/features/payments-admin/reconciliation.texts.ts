import { type Cents, euro } from '#domain/money.ts'
import type { MovementKind } from '#domain/payments/reconciliation.ts'

const kinds: Record<MovementKind, string> = {
  CHARGE: 'Payment',
  REFUND: 'Refund',
  DISPUTE: 'Dispute',
  FEE: 'Fee',
  PAYOUT: 'Payout',
  OTHER: 'Other movement',
}

const providers: Readonly<Record<string, string>> = { stripe: 'Stripe', mollie: 'Mollie' }

const nameOf = (provider: string) => providers[provider] ?? provider

/** Texts of the comparison of the provider with the shop. */
export const texts = {
  explanation:
    'Compares the movements of the balance at each provider with the payments, refunds and disputes in the shop, to the cent. Days are those of the shop. A refund that is still due is booked by the provider later.',
  choose: 'Choose days',
  from: 'From',
  to: 'To',
  show: 'Show',
  none: 'This shop takes no payments by a provider.',
  provider: nameOf,
  unread: (name: string) =>
    `The balance at ${nameOf(name)} is not compared, because the shop has no access to it. docs/payments.md says how to give it.`,
  silent: (name: string) => `${nameOf(name)} did not answer in time. Please try again, or choose fewer days.`,
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
