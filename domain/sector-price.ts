import { percentOf, type Cents } from './money.ts'

/** Computes the price of a place: a percentage of the show's price, rounded down (specification, section 9). */
export function sectorPrice(showPrice: Cents, pricePercent: number): Cents {
  return percentOf(showPrice, pricePercent)
}
