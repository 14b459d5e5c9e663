import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { type Filters, type ListQuery, readListQuery } from '#contract/list-query.ts'

type ListState<Schema extends z.ZodMiniType> = {
  /** What the address asks for; what the schema refuses is as if it were not there. */
  readonly query: ListQuery<Schema>
  /** Replaces all filters and goes to the first page. */
  readonly filterBy: (filters: Partial<Filters<Schema>>) => void
  /** Like `filterBy`, in the same entry of the history: for filters that apply while somebody types. */
  readonly refineBy: (filters: Partial<Filters<Schema>>) => void
  /** Leafs; `replace` in the same entry of the history, when the page one leaves is gone. */
  readonly goToPage: (pageIndex: number, how?: { readonly replace: boolean }) => void
}

/** The state of a list as it stands in the address: the filters of a search of the contract, and the page. */
export function useUrlQuery<Schema extends z.ZodMiniType>(schema: Schema): ListState<Schema> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useMemo(() => readListQuery(schema, search), [schema, search])
  // Who filters or leafs stays where they are; the list looks after what is in sight.
  const go = (next: Record<string, unknown>, replace = false) =>
    void navigate({ to: '.', search: next, resetScroll: false, replace })
  return {
    query,
    filterBy: (filters) => go(filters),
    refineBy: (filters) => go(filters, true),
    goToPage: (pageIndex, { replace } = { replace: false }) =>
      go({ ...query, pageIndex: pageIndex || undefined }, replace),
  }
}
