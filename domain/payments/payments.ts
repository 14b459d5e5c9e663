import { wasPaidAtBoxOffice } from './manual-payments.ts'
import { type Cents, euro } from '../money.ts'

/** The states of a payment. A `NEW` one has an address that nobody was told. The last two are final. */
export const PAYMENT_STATES = ['NEW', 'OPEN', 'PROCESSING', 'TAKEN', 'CLOSED'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The states of an order while its customer pays. It ends once: `DONE` with an invoice, or `GONE`. */
export type PendingOrderState = 'OPEN' | 'DONE' | 'GONE'

/** The reasons for which money goes back: a refunded ticket, too late for its places, paid twice, a wrong amount. */
export type RefundReason = 'TICKET' | 'LATE' | 'DOUBLE' | 'MISMATCH'

/**
 * The states of a refund. `OWED`: no provider can pay it, so an administrator has to. `BY_HAND`: it was paid
 * outside the provider, by an administrator or in a lost dispute.
 */
export const REFUND_STATES = ['DUE', 'SENT', 'DONE', 'FAILED', 'OWED', 'BY_HAND'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * The meanings of a movement of a bank account: the exact amount of an open payment, another amount, money for a
 * payment that was paid already, no known reference, or money that was taken back. Of money that left the account: the
 * transfer of a refund, or one that is not owed, because another paid the refund or because of its amount. Then a
 * refund that came back.
 */
export const MOVEMENT_FINDINGS = [
  'EXACT',
  'AMOUNT',
  'DOUBLE',
  'UNKNOWN',
  'REVERSED',
  'SENT',
  'NOT_OWED',
  'CAME_BACK',
] as const
export type MovementFinding = (typeof MOVEMENT_FINDINGS)[number]

/** The states of a movement. `OPEN`: a person has yet to assign, pay back or ignore it, or a part of it. */
export const MOVEMENT_STATES = ['OPEN', 'BOOKED', 'PAID_BACK', 'IGNORED'] as const
export type MovementState = (typeof MOVEMENT_STATES)[number]

/** The states of a dispute at the customer's bank. `INQUIRY`: the bank asks, and no money has moved. */
export const DISPUTE_STATES = ['INQUIRY', 'OPEN', 'WON', 'LOST'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/**
 * The reasons to look at a payment: no clear answer for long, a failed refund, one to pay by hand, one that could not
 * be sent for long, one that was sent and not paid back for long, a dispute, a lost one to end, money that goes back.
 */
export const PAYMENT_NEEDS = [
  'UNCLEAR',
  'REFUND_FAILED',
  'REFUND_OWED',
  'REFUND_WAITS',
  'REFUND_SLOW',
  'DISPUTE',
  'DISPUTE_LOST',
  'RETURNED',
] as const
export type PaymentNeed = (typeof PAYMENT_NEEDS)[number]

/** The report of a provider on a payment. */
export type SightedPayment = {
  state: 'open' | 'processing' | 'taken' | 'closed'
  /** In the currency's smallest unit. Undefined unless taken. */
  taken?: { amount: number; currency: string } | undefined
}

type KnownPayment = { state: PaymentState; amount: Cents; order: PendingOrderState }

/**
 * The step that follows from a sighting. `settle`: write the invoice. `rebook`: the money came after the order was
 * given up, so sell the same places if all are free, else return the money. `return`: send the money back. `release`:
 * nobody can pay any more, so end the order.
 */
export type PaymentStep =
  | { kind: 'nothing' }
  | { kind: 'open' }
  | { kind: 'process' }
  | { kind: 'settle' }
  | { kind: 'rebook' }
  | { kind: 'return'; reason: 'DOUBLE' | 'MISMATCH' }
  | { kind: 'release' }

/**
 * Decides the step of a payment. Final states never change at a provider, so a stale or repeated sighting of one leads
 * to nothing, and the order of arrival does not matter.
 */
export function stepOf(payment: KnownPayment, sighting: SightedPayment): PaymentStep {
  if (payment.state === 'TAKEN') return { kind: 'nothing' }
  if (sighting.state === 'taken') return stepOfMoney(payment, sighting)
  if (payment.state === 'CLOSED') return { kind: 'nothing' }
  if (sighting.state === 'closed') return { kind: 'release' }
  if (sighting.state === 'processing' && payment.state !== 'PROCESSING') return { kind: 'process' }
  if (sighting.state === 'open' && payment.state === 'NEW') return { kind: 'open' }
  return { kind: 'nothing' }
}

function stepOfMoney({ amount, order }: KnownPayment, { taken }: SightedPayment): PaymentStep {
  if (taken?.amount !== amount || taken.currency !== 'eur') return { kind: 'return', reason: 'MISMATCH' }
  if (order === 'OPEN') return { kind: 'settle' }
  return order === 'GONE' ? { kind: 'rebook' } : { kind: 'return', reason: 'DOUBLE' }
}

const LOOK_DELAYS_SECONDS = [5, 15, 60, 120]
const LAST_LOOK_DELAY_SECONDS = 300

/** Returns the seconds until the next look at a payment or a refund, after a number of looks. */
export function lookDelaySeconds(looks: number): number {
  return LOOK_DELAYS_SECONDS[looks] ?? LAST_LOOK_DELAY_SECONDS
}

/**
 * The tries of a refund, about an hour, after which it gets another key, if the provider keeps an error for its key.
 * Until then, the provider may still find out itself whether the refund was made.
 */
export const KEPT_ERROR_TRIES = 14

/** The seconds after which a request that got no clear answer of a provider is worth repeating. */
export const PROVIDER_RETRY_SECONDS = 5

/** The minutes for which places stay reserved after a payment that was given up, if their deadline is sooner. */
export const TRY_AGAIN_MINUTES = 10

/** How many payments of a ticket may fail before its deadline is no longer extended. */
export const EXTENDED_TRIES = 2

/** How long money takes on its way back to a customer. */
export const RETURN_TIME = 'This usually takes 5 to 10 days.'

/** Writes how the money of a refund goes back while the customer's bank decides on a dispute. */
export const DISPUTED_RETURN =
  'Your bank is deciding on a dispute of this payment. After that, the money goes back once: by your bank, or the way you paid.'

type ShortRefund = {
  invoiceNumber: string
  /** The cents that go back. */
  shortRefund: Cents
  /** The cents that the customer's bank took before. */
  takenBack?: Cents | null | undefined
}

/** Writes how much of a refund invoice goes back, and why it is not all. */
export function shortRefundText({ invoiceNumber, shortRefund, takenBack }: ShortRefund): string {
  const returned = shortRefund === 0 ? 'no money' : euro(shortRefund)
  const reason = takenBack
    ? `Your bank took back ${euro(takenBack)} of this payment`
    : 'Less money came than the order cost'
  return `${reason}, so ${returned} goes back for refund invoice ${invoiceNumber}.`
}

/** Writes how the money of a refund goes back to the customer, for pages and mails. */
export function returnText(paidBy: string): string {
  if (wasPaidAtBoxOffice(paidBy)) return `You get the money back at the box office, where you paid (${paidBy}).`
  return `The money goes back the way you paid: ${paidBy}. ${RETURN_TIME}`
}
