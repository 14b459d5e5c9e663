import type { Learned } from './apply-sighting.ts'

type KnownSighting = Learned['sighting']

/** The sighting of a payment that nobody can pay any more, without asking its provider. */
export const CLOSED_SIGHTING: KnownSighting = { state: 'closed', refunds: [], disputes: [] }

/** Returns the sighting of a payment whose money, in cents, is reported by people or an account statement. */
export function takenSighting(amount: number, paidBy?: string): KnownSighting {
  const taken = { amount, currency: 'eur' }
  return { state: 'taken', taken, ...(paidBy !== undefined && { paidBy }), refunds: [], disputes: [] }
}
