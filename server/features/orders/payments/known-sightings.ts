import type { Learned } from './apply-sighting.ts'

type KnownSighting = Learned['sighting']

/** What is known of a payment that nobody can pay any more, without asking its provider. */
export const CLOSED_SIGHTING: KnownSighting = { state: 'closed', refunds: [], disputes: [] }

/** Returns what is known of a payment in cents that people or an account statement report, without its provider. */
export function takenSighting(amount: number, paidBy?: string): KnownSighting {
  const taken = { amount, currency: 'eur' }
  return { state: 'taken', taken, ...(paidBy !== undefined && { paidBy }), refunds: [], disputes: [] }
}
