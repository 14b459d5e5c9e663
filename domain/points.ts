import { type Cents, euro } from './money.ts'
import { counted } from './number-text.ts'

/** The reasons of an entry in the points ledger. */
export const POINTS_REASONS = [
  'MERCHANDISE',
  'TICKET',
  'TICKET_REFUND',
  'REDEEMED',
  'GIFT',
  'WITHHELD',
  'RETURNED',
] as const

export type PointsReason = (typeof POINTS_REASONS)[number]

/** Returns the points one piece earns when bought with money: one per full euro (specification, section 1). */
export function pointsEarned(price: Cents): number {
  return Math.floor(price / 100)
}

/** Tells whether a product costs points and no money, so that it cannot be bought with money. */
export function isForPointsAlone({ price, points }: { price: number; points: number }): boolean {
  return price === 0 && points > 0
}

/** Formats a cost in money, in points, or in both: "18.00 € and 300 points". */
export function costText(total: Cents, points: number): string {
  const inPoints = counted(points, 'point', 'points')
  if (points === 0) return euro(total)
  return total === 0 ? inPoints : `${euro(total)} and ${inPoints}`
}
