import * as z from 'zod/mini'

/** The filters of a search: its query parameters without the page. */
export type Filters<Schema extends z.ZodMiniType> = Omit<z.input<Schema>, 'pageIndex' | 'pageSize'>

/** The state of a list in the address bar: filters and page index. */
export type ListQuery<Schema extends z.ZodMiniType> = Filters<Schema> & { readonly pageIndex: number }

/** Reads the state of a list from the parameters of an address. Drops unknown parameters and invalid values. */
export function readListQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  search: Record<string, unknown>,
): ListQuery<Schema> {
  const result = z.safeParse(schema, search)
  const refused = new Set(result.error?.issues.map(({ path }) => path[0]))
  const known = 'shape' in schema.def ? Object.keys(schema.def.shape as object) : []
  const kept = Object.entries(search).filter(
    ([name]) => name !== 'pageSize' && known.includes(name) && !refused.has(name),
  )
  const { pageIndex, ...filters } = Object.fromEntries(kept)
  return { ...filters, pageIndex: Number(pageIndex ?? 0) } as ListQuery<Schema>
}
