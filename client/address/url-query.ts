import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { type Filters, type ListQuery, readListQuery } from '#contract/list-query.ts'

type ListState<Schema extends z.ZodMiniType> = {
  /** The filters and page of the address. Values that the schema refuses are ignored. */
  readonly query: ListQuery<Schema>
  /** Replaces all filters and goes to the first page. */
  readonly filterBy: (filters: Partial<Filters<Schema>>) => void
  /** Like `filterBy`, but replaces the history entry: for filters that apply while typing. */
  readonly refineBy: (filters: Partial<Filters<Schema>>) => void
  /** Goes to a page of the list. `replace` replaces the history entry, for a page that no longer exists. */
  readonly goToPage: (pageIndex: number, how?: { readonly replace: boolean }) => void
}

/** Keeps the state of a list in the address: the filters of a search of the contract, and the page. */
export function useUrlQuery<Schema extends z.ZodMiniType>(schema: Schema): ListState<Schema> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useMemo(() => readListQuery(schema, search), [schema, search])
  // Filtering and paging keep the scroll position; the list scrolls itself into view.
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
