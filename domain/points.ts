import type { Cents } from './money.ts'

/** Returns the points one piece earns when bought with money: one per full euro (specification, section 1). */
export function pointsEarned(price: Cents): number {
  return Math.floor(price / 100)
}
