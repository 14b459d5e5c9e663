import type { Cents } from './money.ts'

/** The reasons of an entry in the points ledger. */
export const POINTS_REASONS = ['MERCHANDISE', 'TICKET', 'TICKET_REFUND', 'REDEEMED', 'GIFT'] as const

export type PointsReason = (typeof POINTS_REASONS)[number]

/** Returns the points one piece earns when bought with money: one per full euro (specification, section 1). */
export function pointsEarned(price: Cents): number {
  return Math.floor(price / 100)
}
