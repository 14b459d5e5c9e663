import { percentOf, type Cents } from './money.ts'

/** Returns the price of a place: the sector's percentage of the show's price, rounded down (specification, section 9). */
export function sectorPrice(showPrice: Cents, pricePercent: number): Cents {
  return percentOf(showPrice, pricePercent)
}
