import * as z from 'zod/mini'

/** What a search of the contract can filter by. */
export type Filters<Schema extends z.ZodMiniType> = Omit<z.input<Schema>, 'pageIndex' | 'pageSize'>

/** The state of a list as it stands in the address of its page. */
export type ListQuery<Schema extends z.ZodMiniType> = Filters<Schema> & { readonly pageIndex: number }

/** The part of an address that a search of the contract accepts. */
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
