import type { Cents } from '#domain/money.ts'

/** As many price classes as the eye tells apart. */
export const MAX_PRICE_CLASSES = 6

/** Prices that are drawn in one colour. */
export type PriceClass = { readonly from: Cents; readonly to: Cents }

/**
 * The different prices in ascending order. Where there are too many to tell apart, neighbours share a class; they part
 * where one costs the most times as much as the other.
 */
export function priceClassesOf(prices: readonly Cents[]): PriceClass[] {
  const different = [...new Set(prices)].toSorted((a, b) => a - b)
  const steps = different.map((price, at) => ({ at, ratio: at === 0 ? Infinity : price / (different[at - 1] ?? 1) }))
  const starts = steps.toSorted((a, b) => b.ratio - a.ratio).slice(0, MAX_PRICE_CLASSES)
  const edges = starts.map(({ at }) => at).toSorted((a, b) => a - b)
  return edges.flatMap((first, at) => {
    const [from, to] = [different[first], different[(edges[at + 1] ?? different.length) - 1]]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

/** Which class a price belongs to. */
export function classOf(classes: readonly PriceClass[], price: Cents): number {
  const at = classes.findLastIndex(({ from }) => from <= price)
  return Math.max(0, at)
}
