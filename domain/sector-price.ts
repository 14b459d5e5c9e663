import { percentOf, type Cents } from './money.ts'

/** What a place of a sector costs: so many percent of the show's price, rounded down (specification, section 9). */
export function sectorPrice(showPrice: Cents, pricePercent: number): Cents {
  return percentOf(showPrice, pricePercent)
}
