import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { FormTree } from './form.ts'
import { formList, formNumber, missing, readParams } from './problems.ts'

const paging = z.object({
  limit: formNumber.refine((limit) => limit >= 1 && limit <= 100, 'must be from 1 to 100').default(10),
  starting_after: z.string().optional(),
  created: z
    .strictObject({
      gt: formNumber.optional(),
      gte: formNumber.optional(),
      lt: formNumber.optional(),
      lte: formNumber.optional(),
    })
    .default({}),
  types: formList(z.string()).optional(),
  currency: z.string().optional(),
})

type Listed = { id: string; created: number; type?: string; currency?: string | null }

/** Returns one page of objects that are given newest first, filtered by their times and types. */
export function pageOf<T extends Listed>(url: string, objects: readonly T[], query: FormTree): Stripe.ApiList<T> {
  const { limit, starting_after: after, created, types, currency } = readParams(paging, query)
  const chosen = objects.filter(
    (object) =>
      object.created >= (created.gte ?? 0) &&
      object.created > (created.gt ?? -1) &&
      object.created <= (created.lte ?? Infinity) &&
      object.created < (created.lt ?? Infinity) &&
      (currency === undefined || object.currency === currency) &&
      (types === undefined || types.includes(object.type ?? '')),
  )
  const last = after === undefined ? -1 : chosen.findIndex(({ id }) => id === after)
  if (after !== undefined && last < 0) throw missing('object', after, 'starting_after')
  const data = chosen.slice(last + 1, last + 1 + limit)
  return { object: 'list', url, has_more: last + 1 + limit < chosen.length, data }
}
