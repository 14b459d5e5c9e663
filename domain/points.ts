import type { Cents } from './money.ts'

/** Points that a piece bought with money earns: its price in euro, full points only (specification, section 1). */
export function pointsEarned(price: Cents): number {
  return Math.floor(price / 100)
}
