import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

type Filters<Schema extends z.ZodMiniType> = Omit<z.input<Schema>, 'pageIndex' | 'pageSize'>
type UrlQuery<Schema extends z.ZodMiniType> = Filters<Schema> & { readonly pageIndex: number }

type ListState<Schema extends z.ZodMiniType> = {
  /** What the address asks for; what the schema refuses is as if it were not there. */
  readonly query: UrlQuery<Schema>
  /** Replaces all filters and goes to the first page. */
  readonly filterBy: (filters: Partial<Filters<Schema>>) => void
  /** Like `filterBy`, in the same entry of the history: for filters that apply while somebody types. */
  readonly refineBy: (filters: Partial<Filters<Schema>>) => void
  readonly goToPage: (pageIndex: number) => void
}

/** The state of a list as it stands in the address: the filters of a search of the contract, and the page. */
export function useUrlQuery<Schema extends z.ZodMiniType>(schema: Schema): ListState<Schema> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useMemo(() => readQuery(schema, search), [schema, search])
  const go = (next: Record<string, unknown>, resetScroll: boolean, replace = false) =>
    void navigate({ to: '.', search: next, resetScroll, replace })
  return {
    query,
    filterBy: (filters) => go(filters, false),
    refineBy: (filters) => go(filters, false, true),
    goToPage: (pageIndex) => go({ ...query, pageIndex: pageIndex || undefined }, true),
  }
}

/** The part of an address that a search of the contract accepts. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  search: Record<string, unknown>,
): UrlQuery<Schema> {
  const result = z.safeParse(schema, search)
  const refused = new Set(result.error?.issues.map(({ path }) => path[0]))
  const known = 'shape' in schema.def ? Object.keys(schema.def.shape as object) : []
  const kept = Object.entries(search).filter(
    ([name]) => name !== 'pageSize' && known.includes(name) && !refused.has(name),
  )
  const { pageIndex, ...filters } = Object.fromEntries(kept)
  return { ...filters, pageIndex: Number(pageIndex ?? 0) } as UrlQuery<Schema>
}
