import { pricePercent } from './seating-plan-file.ts'

// No blank can be read in two ways, so that damaged texts take linear time.
const PRICE = /([^=]+)=\s*(\d{1,9})\s*(?:%\s*)?(?:,|$)/gy

/**
 * Reads prices such as "Stalls=120,Circle=80", in percent by name. Names may contain commas. Throws a RangeError for
 * any other text and for prices beyond the shop's limit.
 */
export function readPrices(text: string): Map<string, number> {
  const prices = new Map<string, number>()
  let read = 0
  for (const [match, words = '', percent] of text.matchAll(PRICE)) {
    const name = words.trim()
    if (name === '') break
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
