import type { Cents } from '#domain/money.ts'

/** As many price classes as the eye tells apart. */
export const MAX_PRICE_CLASSES = 6

/** Prices that are drawn in one colour. */
export type PriceClass = { readonly from: Cents; readonly to: Cents }

/**
 * The different prices in ascending order, told how many places each has. Where there are too many to tell apart, those
 * share a class that are most alike and have the fewest places.
 */
export function priceClassesOf(places: ReadonlyMap<Cents, number>): PriceClass[] {
  const unlikeness = (from: Cents, to: Cents) => {
    const among = [...places].filter(([price]) => price >= from && price <= to)
    return Math.log(to / from) ** 2 * among.reduce((sum, [, count]) => sum + count, 0)
  }
  const classes = [...places.keys()].toSorted((a, b) => a - b).map((price): PriceClass => ({ from: price, to: price }))
  while (classes.length > MAX_PRICE_CLASSES) {
    const joined = classes.slice(1).map(({ to }, at) => ({ from: classes[at]?.from ?? to, to }))
    const losses = joined.map(({ from, to }) => unlikeness(from, to))
    const at = losses.indexOf(Math.min(...losses))
    classes.splice(at, 2, ...joined.slice(at, at + 1))
  }
  return classes
}

/** Which class a price belongs to. */
export function classOf(classes: readonly PriceClass[], price: Cents): number {
  const at = classes.findLastIndex(({ from }) => from <= price)
  return Math.max(0, at)
}
