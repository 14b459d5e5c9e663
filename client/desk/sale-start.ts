import * as z from 'zod/mini'
import { momentWhile } from '#client/forms/time-fields.ts'

/** The choice from when customers can buy tickets of a show. `saleStartsAt`: ISO 8601, or '' for none. */
export type SaleStartValues = { saleStart: 'VISIBLE' | 'LATER'; saleStartsAt: string }

/** The fields of the choice, for the schema of a form. */
export const saleStartFields = { saleStart: z.enum(['VISIBLE', 'LATER']), saleStartsAt: z.string() }

/** Requires a time for a sale that starts later. */
export const timeOfSaleStart = momentWhile('saleStartsAt', ({ saleStart }: SaleStartValues) => saleStart === 'LATER')

/** Returns the choice of a show. A sale that has started counts as one that starts with the publication. */
export function saleStartOf(saleStartsAt: string | null = null): SaleStartValues {
  const isLater = saleStartsAt !== null && Date.parse(saleStartsAt) > Date.now()
  return isLater ? { saleStart: 'LATER', saleStartsAt } : { saleStart: 'VISIBLE', saleStartsAt: '' }
}

/** Converts the choice to fields of a call. */
export function saleStartIn({ saleStart, saleStartsAt }: SaleStartValues): { saleStartsAt?: string } {
  return saleStart === 'LATER' ? { saleStartsAt } : {}
}
