import type { Cents } from '#domain/money.ts'

/** As many price classes as the eye tells apart. */
export const MAX_PRICE_CLASSES = 6

/** Prices that are drawn in one colour. */
export type PriceClass = { readonly from: Cents; readonly to: Cents }

/** The different prices in ascending order; neighbours share a class where there are too many to tell apart. */
export function priceClassesOf(prices: readonly Cents[]): PriceClass[] {
  const different = [...new Set(prices)].toSorted((a, b) => a - b)
  const count = Math.min(different.length, MAX_PRICE_CLASSES)
  const edge = (at: number) => Math.floor((at * different.length) / count)
  return Array.from({ length: count }, (_, at) => different.slice(edge(at), edge(at + 1))).flatMap((members) => {
    const [from, to] = [members[0], members.at(-1)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

/** Which class a price belongs to. */
export function classOf(classes: readonly PriceClass[], price: Cents): number {
  const at = classes.findLastIndex(({ from }) => from <= price)
  return Math.max(0, at)
}
