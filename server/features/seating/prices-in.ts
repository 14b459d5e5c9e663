import { problem } from '#domain/problem.ts'
import { readPrices } from './plan-files/read-prices.ts'

/** Reads prices such as "Stalls=120, Circle=80". Throws `invalid_fields` for any other text. */
export function pricesIn(text: string): [name: string, percent: number][] {
  try {
    return [...readPrices(text)]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw problem('invalid_fields', { fields: [{ field: 'prices', message: error.message }] })
  }
}
