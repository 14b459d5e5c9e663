import type { Cents } from '#domain/money.ts'

/** The largest number of distinguishable price classes. */
export const MAX_PRICE_CLASSES = 6

/** A range of prices with one colour. */
export type PriceClass = { readonly from: Cents; readonly to: Cents }

/**
 * Groups prices into classes in ascending order. `places` counts the places by price. If there are too many prices,
 * merges the most similar ones with the fewest places.
 */
export function priceClassesOf(places: ReadonlyMap<Cents, number>): PriceClass[] {
  const mergeCost = (from: Cents, to: Cents) => {
    const merged = [...places].filter(([price]) => price >= from && price <= to)
    return Math.log(to / from) ** 2 * merged.reduce((sum, [, count]) => sum + count, 0)
  }
  const classes = [...places.keys()].toSorted((a, b) => a - b).map((price): PriceClass => ({ from: price, to: price }))
  while (classes.length > MAX_PRICE_CLASSES) {
    const pairs = classes.slice(1).map(({ to }, at) => ({ from: classes[at]?.from ?? to, to }))
    const costs = pairs.map(({ from, to }) => mergeCost(from, to))
    const at = costs.indexOf(Math.min(...costs))
    classes.splice(at, 2, ...pairs.slice(at, at + 1))
  }
  return classes
}

/** Returns the index of a price's class. */
export function classOf(classes: readonly PriceClass[], price: Cents): number {
  const at = classes.findLastIndex(({ from }) => from <= price)
  return Math.max(0, at)
}
