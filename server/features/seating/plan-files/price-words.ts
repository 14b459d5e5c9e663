import { pricePercent } from './seating-plan-file.ts'

const PRICE = /\s*([^=]+?)\s*=\s*(\d{1,9})\s*%?\s*(?:,|$)/gy

/**
 * The prices in "Stalls=120,Circle=80", in percent by name. Names may hold commas. Throws a RangeError for whatever else,
 * and for a price of more than the shop takes.
 */
export function pricesIn(text: string): Map<string, number> {
  const prices = new Map<string, number>()
  let read = 0
  for (const [match, name = '', percent] of text.matchAll(PRICE)) {
    const result = pricePercent.safeParse(Number(percent))
    if (!result.success) throw new RangeError(`The price of '${name}': ${result.error.issues[0]?.message}.`)
    if (prices.has(name)) throw new RangeError(`There are two prices for '${name}'.`)
    prices.set(name, result.data)
    read += match.length
  }
  if (read < text.trimEnd().length)
    throw new RangeError(`Prices are written "Stalls=120,Circle=80", not '${text.slice(read)}'.`)
  return prices
}
