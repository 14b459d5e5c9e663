import { MAX_INTEGER } from '#contract/fields.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { CustomerPaymentType } from '#domain/payments/payment-types.ts'
import type { MovementKind } from '#domain/payments/reconciliation.ts'

/** The states of a payment as its provider reports them. The last two are final. */
export type SightedState = 'open' | 'processing' | 'taken' | 'closed'

/** A refund as the provider reports it. `sent`: accepted, but not yet on the customer's account. */
export type RefundSighting = {
  ref: string
  /** Our refund's key. Undefined for a refund that was not made by this shop, such as in the provider's dashboard. */
  key: string | undefined
  state: 'sent' | 'done' | 'failed'
  amount: Cents
  /** Why it failed, or what it waits for, in the provider's words. */
  failure?: string | undefined
}

/** A dispute (chargeback) as the provider reports it. */
export type DisputeSighting = {
  ref: string
  amount: Cents
  /** `inquiry`: the bank asks before it disputes. No money has moved. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  openedAt: Date
}

/** All that the provider reports of a payment at one moment. */
export type Sighting = {
  ref: string
  state: SightedState
  /** The money taken, with the currency in lower case, such as 'eur'. Undefined unless `taken`. */
  taken?: { amount: number; currency: string } | undefined
  /** How the customer paid, for invoices, such as 'Mastercard ending 4242'. Undefined until known. */
  paidBy?: string | undefined
  refunds: readonly RefundSighting[]
  disputes: readonly DisputeSighting[]
}

/** A payment to open. The same key always leads to the same payment. */
export type OpenPayment = {
  key: string
  amount: Cents
  lines: readonly { name: string; quantity: number; price: Cents }[]
  email: string
  /** The page to which the provider sends the customer back, paid or not. */
  returnUrl: string
  payUntil: Date
}

export type OpenedPayment = { ref: string; redirectUrl: string }

/** A refund to send. The same key always leads to the same refund, and so does a former one that did not fail. */
export type NewRefund = {
  key: string
  formerKeys: readonly string[]
  /** The keys of all refunds of the payment, former ones too. */
  knownKeys: readonly string[]
  ref: string
  amount: Cents
  /** The lost disputes that the amount considers. */
  endedDisputes: readonly string[]
}

/** Finds a refund among those of its payment: one by any of its keys that has not failed, else that of its last key. */
export function findRefund(
  refunds: readonly RefundSighting[],
  { key, formerKeys }: Pick<NewRefund, 'key' | 'formerKeys'>,
): RefundSighting | undefined {
  const isOurs = (seen: RefundSighting) => seen.key === key || formerKeys.includes(seen.key ?? '')
  return refunds.find((seen) => isOurs(seen) && seen.state !== 'failed') ?? refunds.find((seen) => seen.key === key)
}

/**
 * Throws `UnknownRefund` if this shop has sent a refund of the payment that it does not know: the same money could go
 * back twice. Refunds that others made, such as in the provider's dashboard, have no key and change nothing.
 */
export function refuseUnknownRefund(
  refunds: readonly RefundSighting[],
  { knownKeys }: Pick<NewRefund, 'knownKeys'>,
): void {
  const unknown = refunds.find(({ key, state }) => key !== undefined && state !== 'failed' && !knownKeys.includes(key))
  if (unknown) throw new UnknownRefund(`The shop does not know ${unknown.ref} of this payment, as after a restore.`)
}

/** Throws `UnknownDispute` if a customer's bank has taken money of a payment that the amount of a refund ignores. */
export function refuseDisputed(
  disputes: readonly DisputeSighting[],
  { endedDisputes }: Pick<NewRefund, 'endedDisputes'>,
): void {
  const isKnown = ({ ref, state }: DisputeSighting) =>
    state === 'won' || state === 'inquiry' || (state === 'lost' && endedDisputes.includes(ref))
  if (!disputes.every(isKnown)) throw new UnknownDispute("The customer's bank has taken money back before.")
}

/** A movement of the balance at the provider. */
export type Movement = {
  at: Date
  kind: MovementKind
  /** The charge, refund, dispute or payout. The refund and its failure are movements of the same. */
  ref: string
  /** The shop's key of the payment or of the refund. Undefined for others. */
  key: string | undefined
  /** The payment of a refund or of a dispute. Undefined for those of other programs. */
  paymentRef: string | undefined
  /** Cents, negative for money that leaves the balance. */
  amount: Cents
  /** The provider's share of it, in cents. */
  fee: Cents
}

/** A verified event of a provider. It tells only which payment to look at. */
export type ProviderEvent = { eventId: string; type: string; ref: string }

/**
 * A payment provider over HTTP. Knows no database. Every call ends within `timeoutMs`. Throws `PaymentRefused`,
 * `ProviderBusy` or `ProviderDoubt`.
 */
export type PaymentProvider = {
  name: string
  /** The payment types of the specification that it stands for. */
  paymentTypes: readonly CustomerPaymentType[]
  /** Whether payments are tests without money. */
  isTest: boolean
  open: (payment: OpenPayment, timeoutMs: number) => Promise<OpenedPayment>
  look: (ref: string, timeoutMs: number) => Promise<Sighting>
  /** Ends the payment, so that nobody can pay it any more. Returns what was found, which may be `taken` or `open`. */
  close: (ref: string, timeoutMs: number) => Promise<Sighting>
  /** Sends a refund, unless a dispute or an unknown refund blocks it (`UnknownDispute`, `UnknownRefund`). */
  refund: (refund: NewRefund, timeoutMs: number) => Promise<RefundSighting>
  /**
   * Verifies a webhook's signature, if the provider signs. Asks the provider for the payment if the event
   * names only the refund or the dispute.
   */
  readEvent: (
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    timeoutMs: number,
  ) => Promise<ReadEvent>
  /** Lists the events of a time, oldest first, to find those that never arrived. */
  listEvents: (time: { from: Date; to: Date }, timeoutMs: number) => Promise<ProviderEvent[]>
  /** Lists the movements of the balance from a moment until before another. Missing without a balance of its own. */
  listMovements?: (time: { from: Date; to: Date }, timeoutMs: number) => Promise<Movement[]>
}

/**
 * `forged`: wrongly signed or too old. `ignored`: a genuine event that concerns no payment of this shop.
 * `hint`: unsigned by the provider, so anybody may have sent it. It leads to a look at a known payment, and to nothing
 * else.
 */
export type ReadEvent =
  | { kind: 'forged' }
  | { kind: 'ignored' }
  | { kind: 'hint'; ref: string }
  | { kind: 'event'; event: ProviderEvent }

/** A definite no of the provider: the call had no effect, and repeating it is useless. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/** The provider asks for a later try (429, a lock). The call had no effect. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy'
}

/** A refund was not sent, because of a dispute that the shop has not seen. A look shows it. */
export class UnknownDispute extends ProviderBusy {}

/** A refund was not sent, because of one that the shop does not know: one sent since, or before a restore. */
export class UnknownRefund extends ProviderBusy {}

/** The outcome is unknown: a timeout, a 5xx, a broken connection. Never treated as a failure. */
export class ProviderDoubt extends Error {
  override readonly name = 'ProviderDoubt'
  /** Whether the provider gives the same answer to every call with this key. */
  readonly isKept: boolean

  constructor(message: string, { isKept = false, ...options }: ErrorOptions & { isKept?: boolean } = {}) {
    super(message, options)
    this.isKept = isKept
  }
}

/** Brands an amount in a provider's answer as cents. Throws `ProviderDoubt` for one that no payment can have. */
export function sightedCents(amount: number): Cents {
  if (Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_INTEGER) return cents(amount)
  throw new ProviderDoubt(`The provider answered with ${amount} as an amount in cents.`)
}

/** Brands an amount that a provider has taken. Throws `ProviderDoubt` for 0, too: nothing of it could go back. */
export function takenCents(amount: number): Cents {
  if (amount === 0) throw new ProviderDoubt('The provider answered that it has taken 0 cents.')
  return sightedCents(amount)
}
