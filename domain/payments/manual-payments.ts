import { bankingDaysAfter } from './banking-days.ts'
import { creditorReference } from './creditor-reference.ts'
import { type ManualPaymentType, paymentTypeName } from './payment-types.ts'
import { type Problem, problem } from '../problem.ts'
import { PICK_UP_MINUTES } from '../tickets/reservations.ts'

/** The ways to pay without a provider: no answer tells of the money, so people or account statements book it. */
export const MANUAL_METHODS = ['transfer', 'desk'] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

/** The payment type of each manual method. */
export const MANUAL_TYPE: Record<ManualMethod, ManualPaymentType> = { transfer: 'TRANSFER', desk: 'DESK' }

/** Tells whether a payment is made without a provider. */
export function isManualMethod(name: string): name is ManualMethod {
  return MANUAL_METHODS.some((method) => method === name)
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The minutes before the first show of an order until which each manual method is offered. */
export const OFFERED_UNTIL_MINUTES: Record<ManualMethod, number> = { transfer: 7 * 24 * 60, desk: PICK_UP_MINUTES }

/** The days in which an order of merchandise alone can be paid at the box office. */
export const DESK_DAYS = 7

/** The banking days for which money on its way is awaited after the deadline of a transfer. */
export const TRANSFER_BANKING_DAYS = 3

/** When an order has to be paid. `dueAt`: the deadline told to the customer. `heldUntil`: its places are then free. */
export type PaymentTerms = { dueAt: Date; heldUntil: Date }

type Order = {
  now: Date
  /** The start of the first show of the order. Undefined for merchandise alone. */
  firstStart: Date | undefined
  /** The days in which a transfer has to be made. */
  transferDays: number
  /** The time zone of the shop, in which banking days begin. */
  timeZone: string
}

/** Plans when an order has to be paid by a manual method. Undefined if its first show is too soon for it. */
export function manualTerms(method: ManualMethod, order: Order): PaymentTerms | undefined {
  const { now, firstStart } = order
  const offeredUntil = firstStart && firstStart.getTime() - OFFERED_UNTIL_MINUTES[method] * MINUTE_MS
  return offeredUntil !== undefined && now.getTime() >= offeredUntil ? undefined : deadlinesOf(method, order)
}

/** Plans when an order that was placed at `now` has to be paid, however soon its first show is. */
export function deadlinesOf(method: ManualMethod, order: Order): PaymentTerms {
  const { now, firstStart, transferDays, timeZone } = order
  const lastMoment = firstStart && new Date(firstStart.getTime() - PICK_UP_MINUTES * MINUTE_MS)
  switch (method) {
    case 'desk': {
      const dueAt = lastMoment ?? new Date(now.getTime() + DESK_DAYS * DAY_MS)
      return { dueAt, heldUntil: dueAt }
    }
    case 'transfer': {
      const dueAt = earlier(new Date(now.getTime() + transferDays * DAY_MS), lastMoment)
      return { dueAt, heldUntil: earlier(bankingDaysAfter(dueAt, TRANSFER_BANKING_DAYS, timeZone), lastMoment) }
    }
  }
}

const earlier = (one: Date, other: Date | undefined) => (other !== undefined && other < one ? other : one)

/** The unpaid orders of a customer by one manual method, the places that they hold, and their pieces of merchandise. */
export type UnpaidOrders = { orders: number; places: number; pieces: number }
/** The places and pieces that an order adds to the unpaid ones. */
type NewOrder = Omit<UnpaidOrders, 'orders'>
type UnpaidLimits = Record<'MAX_DESK_ORDERS' | 'MAX_DESK_PLACES' | 'MAX_TRANSFER_ORDERS' | 'MAX_UNPAID_PIECES', number>

/**
 * Returns the problem of one more order by a manual method, if it would exceed what a customer may have open:
 * `too_many_desk_orders` or `too_many_unpaid_orders`. Such orders cost nothing, and hold places and stock for days.
 */
export function objectionToUnpaidOrder(
  method: ManualMethod,
  { open, added }: { open: Record<ManualMethod, UnpaidOrders>; added: NewOrder },
  limits: UnpaidLimits,
): Problem | undefined {
  const { MAX_UNPAID_PIECES } = limits
  const pieces = open.desk.pieces + open.transfer.pieces
  if (added.pieces > 0 && pieces + added.pieces > MAX_UNPAID_PIECES) {
    return problem('too_many_unpaid_orders', { limit: MAX_UNPAID_PIECES, scope: 'pieces', held: pieces })
  }
  switch (method) {
    case 'desk':
      return objectionToDeskOrder(open.desk, added.places, limits)
    case 'transfer': {
      const { MAX_TRANSFER_ORDERS: limit } = limits
      const { orders: held } = open.transfer
      return held < limit ? undefined : problem('too_many_unpaid_orders', { limit, scope: 'orders', held })
    }
  }
}

function objectionToDeskOrder(open: UnpaidOrders, places: number, limits: UnpaidLimits): Problem | undefined {
  const { MAX_DESK_ORDERS, MAX_DESK_PLACES } = limits
  if (open.orders >= MAX_DESK_ORDERS) {
    return problem('too_many_desk_orders', { limit: MAX_DESK_ORDERS, scope: 'orders', held: open.orders })
  }
  if (open.places + places > MAX_DESK_PLACES) {
    return problem('too_many_desk_orders', { limit: MAX_DESK_PLACES, scope: 'places', held: open.places })
  }
  return undefined
}

/** A bank account to which customers transfer money. The BIC is null where none is needed. */
export type BankAccount = { owner: string; iban: string; bic: string | null }

/** How a customer pays without a provider. */
export type PaymentInstructions =
  | { kind: 'DESK'; /** Names the payment at the box office. */ number: string }
  | ({
      kind: 'TRANSFER'
      /** The creditor reference (ISO 11649), by which the money is matched. */ reference: string
    } & BankAccount)

/** The digits of a transfer's creditor reference after `RFdd`: the number of the payment. */
export const TRANSFER_REFERENCE_DIGITS = 8

/** Returns the reference of a manual payment: what the customer names at the box office or in the transfer. */
export function manualReference(method: ManualMethod, paymentId: number): string {
  return method === 'desk'
    ? `D-${paymentId}`
    : creditorReference(String(paymentId).padStart(TRANSFER_REFERENCE_DIGITS, '0'))
}

/** Names how an order was paid at the box office, for the invoice. Refunds of it are paid there too. */
export function paidAtBoxOffice(receipt: string): string {
  return `${paymentTypeName('DESK')}, receipt ${receipt}`
}

/** Tells whether the text of an invoice names a payment at the box office. */
export function wasPaidAtBoxOffice(paidBy: string): boolean {
  return paidBy.startsWith(paymentTypeName('DESK'))
}
