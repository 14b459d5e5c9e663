import { isManualMethod, MANUAL_TYPE } from '#domain/payments/manual-payments.ts'
import { type Cents, euro } from '#domain/money.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import type { PaymentNeed, PaymentState, RefundReason, RefundState, DisputeState } from '#domain/payments/payments.ts'

const states: Record<PaymentState, string> = {
  NEW: 'Being opened',
  OPEN: 'Open',
  PROCESSING: 'Waiting for the bank',
  TAKEN: 'Paid',
  CLOSED: 'Not paid',
}

const needs: Record<PaymentNeed, string> = {
  UNCLEAR: 'No clear answer for an hour',
  REFUND_FAILED: 'A refund failed',
  REFUND_OWED: 'A refund to pay by hand',
  REFUND_WAITS: 'A refund could not be sent for a day',
  REFUND_SLOW: 'A refund not paid back for ten days',
  DISPUTE: 'Disputed',
  DISPUTE_LOST: 'A lost dispute to end',
  RETURNED: 'Money goes back',
}

const refundStates: Record<RefundState, string> = {
  DUE: 'Due',
  SENT: 'Sent',
  DONE: 'Paid back',
  FAILED: 'Failed',
  OWED: 'To pay by hand',
  BY_HAND: 'Paid by hand',
}

const refundReasons: Record<RefundReason, string> = {
  TICKET: 'Refunded tickets',
  LATE: 'Paid too late for its places',
  DOUBLE: 'Paid twice',
  MISMATCH: 'Wrong amount',
}

const disputeStates: Record<DisputeState, string> = {
  INQUIRY: 'The bank inquires',
  OPEN: 'Open',
  WON: 'Won',
  LOST: 'Lost',
}

/** Texts of the payments at the desk. */
export const texts = {
  search: 'Search by name, email, invoice or reference',
  show: 'Show',
  shows: { needed: 'That need somebody', all: 'All' },
  none: 'No payments found.',
  noneYet: 'No payments by a provider yet.',
  states,
  needs,
  /** Names a provider or a manual method, such as “Stripe”. */
  providerName: (name: string) =>
    isManualMethod(name) ? paymentTypeName(MANUAL_TYPE[name]) : name.charAt(0).toUpperCase() + name.slice(1),
  title: (id: number) => `Payment ${id}`,
  payment: 'Payment',
  allPayments: 'All payments',
  amount: (total: Cents, state: PaymentState) => `${euro(total)} · ${states[state]}`,
  facts: 'Facts',
  provider: 'Provider',
  reference: 'Reference',
  taken: 'Money that came',
  paidBy: 'Paid by',
  doubt: 'Last answer',
  invoice: 'Invoice',
  payUntil: 'To pay until',
  customer: 'Customer',
  steps: 'Steps',
  step: (from: PaymentState | null, to: PaymentState) =>
    from === null || from === to ? states[to] : `${states[from]} → ${states[to]}`,
  refunds: 'Refunds',
  refund: (amount: Cents, state: RefundState, reason: RefundReason) =>
    `${euro(amount)} · ${refundStates[state]} · ${refundReasons[reason]}`,
  inFile: (id: number) => `In payment file ${id}: Desk → Bank`,
  owedRefunds: 'Download owed refunds (CSV)',
  disputes: 'Disputes',
  dispute: (amount: Cents, state: DisputeState) => `${euro(amount)} · ${disputeStates[state]}`,
  disputeEnded: 'Ended',
  endDispute: 'End the dispute',
  endDisputeHint:
    'The bank has taken the money back. Chosen items are cancelled without a refund, and their places are free. Items left out can be refunded again, less what the bank took beyond the chosen ones.',
  lostItems: 'Lost with the dispute',
  loss: (name: string, total: Cents) => `${name}, ${euro(total)}`,
  lostOf: (lost: Cents, taken: Cents) => `${euro(lost)} of the ${euro(taken)} that the bank took`,
  refundOf: (reason: RefundReason) => `Refund: ${refundReasons[reason]}`,
  look: 'Ask the provider now',
  asked: 'The provider answered',
  release: 'Release',
  releaseHint: [
    'The order ends unpaid, and its tickets are reservations again until their deadline.',
    'Money that comes later buys them if their places are free, else it goes back.',
  ].join(' '),
  settle: 'Book as paid',
  settleHint:
    'Only if the money is there: in the account of the provider, though it gives no answer here, or in your own.',
  retry: 'Send again',
  retryHint: 'The provider gets the refund as a new one.',
  byHand: 'Book as paid by hand',
  byHandHint: 'Name the transfer by which the customer got the money.',
  done: 'Done',
}
