import type { Cents } from '#domain/money.ts'

/** As many price classes as the eye tells apart. */
export const MAX_PRICE_CLASSES = 6

/** Prices that are drawn in one colour. */
export type PriceClass = { readonly from: Cents; readonly to: Cents }

/**
 * The different prices in ascending order, told how many places each has. Where there are too many to tell apart,
 * neighbours share a class: where few places are, or the prices are much the same.
 */
export function priceClassesOf(places: ReadonlyMap<Cents, number>): PriceClass[] {
  const different = [...places.keys()].toSorted((a, b) => a - b)
  const unlikeness = (members: readonly Cents[]) =>
    Math.log(timesAsMuch(members)) * members.reduce((sum, price) => sum + (places.get(price) ?? 0), 0)
  let classes = different.length > 0 ? [different] : []
  while (classes.length < Math.min(different.length, MAX_PRICE_CLASSES)) {
    const most = classes.reduce((one, other) => (unlikeness(other) > unlikeness(one) ? other : one))
    classes = classes.flatMap((members) => (members === most ? inTwo(members) : [members]))
  }
  return classes.flatMap((members) => {
    const [from, to] = [members[0], members.at(-1)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

/** How many times as much as the first of these prices the last one is. */
function timesAsMuch(prices: readonly Cents[]): number {
  const [least = 1, most = 1] = [prices[0], prices.at(-1)]
  return most === least ? 1 : most / least
}

/** Parted where one price is the most times as much as the one before it. */
function inTwo(prices: readonly Cents[]): Cents[][] {
  const steps = prices.slice(1).map((_, at) => timesAsMuch(prices.slice(at, at + 2)))
  const edge = steps.indexOf(Math.max(...steps)) + 1
  return [prices.slice(0, edge), prices.slice(edge)]
}

/** Which class a price belongs to. */
export function classOf(classes: readonly PriceClass[], price: Cents): number {
  const at = classes.findLastIndex(({ from }) => from <= price)
  return Math.max(0, at)
}
