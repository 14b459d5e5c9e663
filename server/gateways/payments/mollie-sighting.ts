import { centsOf, type MollieChargeback, type MolliePayment, type MollieRefund } from './mollie-answers.ts'
import { nameMollieMethod } from './mollie-methods.ts'
import {
  type DisputeSighting,
  type RefundSighting,
  sightedCents,
  takenCents,
  type SightedState,
  type Sighting,
} from './provider.ts'

/** `authorized` is a state of methods that the shop does not offer. Nobody can pay such a payment any more. */
const STATES: Readonly<Record<MolliePayment['status'], SightedState>> = {
  open: 'open',
  pending: 'processing',
  authorized: 'processing',
  paid: 'taken',
  canceled: 'closed',
  expired: 'closed',
  failed: 'closed',
}

export function toMollieSighting({ id, status, amount, method, details, _embedded }: MolliePayment): Sighting {
  const state = STATES[status]
  const isTaken = state === 'taken'
  return {
    ref: id,
    state,
    taken: isTaken ? { amount: takenCents(centsOf(amount)), currency: amount.currency.toLowerCase() } : undefined,
    paidBy: isTaken && method ? nameMollieMethod(method, details ?? {}) : undefined,
    refunds: (_embedded?.refunds ?? []).map(toMollieRefund),
    disputes: (_embedded?.chargebacks ?? []).map(toDispute),
  }
}

/** Why a refund waits, by its status at Mollie. Administrators read it. */
const REFUND_WAITS: Readonly<Partial<Record<MollieRefund['status'], string>>> = {
  queued: 'Waits until the balance at Mollie is high enough.',
}

/** Why a refund failed, likewise. */
const REFUND_FAILURES: Readonly<Partial<Record<MollieRefund['status'], string>>> = {
  canceled: 'The refund was cancelled at Mollie.',
  failed: 'The bank declined the refund.',
}

export function toMollieRefund({ id, metadata, status, amount }: MollieRefund): RefundSighting {
  const failure = REFUND_FAILURES[status]
  return {
    ref: id,
    key: metadata?.refund,
    state: status === 'refunded' ? 'done' : failure ? 'failed' : 'sent',
    amount: sightedCents(centsOf(amount)),
    failure: failure ?? REFUND_WAITS[status],
  }
}

/** Reads a chargeback. Mollie takes the money back at once and names no end, so it is lost unless it is reversed. */
function toDispute({ id, amount, createdAt, reversedAt }: MollieChargeback): DisputeSighting {
  return { ref: id, amount: sightedCents(centsOf(amount)), state: reversedAt ? 'won' : 'lost', openedAt: createdAt }
}
