import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import type { Paged, Paging } from '#contract/fields.ts'
import { FILTER_DELAY } from '#client/ui/forms/use-live-filters.ts'

export const CHOICES_PER_PAGE = 10

type Settings<Filters, Element> = {
  /** The key of the query. */
  readonly key: string
  readonly noFilters: Filters
  readonly load: (query: Filters & Paging, signal: AbortSignal) => Promise<Paged<Element>>
}

/** Queries a paged list to choose from. Applies filters 500 ms after the last key. */
export function useChoices<Filters extends Record<string, string>, Element>(settings: Settings<Filters, Element>) {
  const { key, noFilters, load } = settings
  const [typed, setTyped] = useState(noFilters)
  const [asked, setAsked] = useState({ filters: noFilters, pageIndex: 0 })
  const ask = useDebouncedCallback((filters: Filters) => setAsked({ filters, pageIndex: 0 }), FILTER_DELAY)
  const { filters, pageIndex } = asked
  const list = useQuery({
    queryKey: [key, 'choices', asked],
    queryFn: ({ signal }) => load({ ...filters, pageIndex, pageSize: CHOICES_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
  })
  const filterProps = (name: keyof Filters & string) => ({
    value: typed[name] ?? '',
    maxLength: 255,
    onKeyDown: stayOnEnter,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      const next = { ...typed, [name]: event.currentTarget.value }
      setTyped(next)
      ask(next)
    },
  })
  return {
    filterProps,
    table: {
      list,
      isFiltered: Object.values(filters).some(Boolean),
      pageIndex,
      pageSize: CHOICES_PER_PAGE,
      onGo: (next: number) => setAsked({ filters, pageIndex: next }),
    },
  }
}

// Enter in the table would submit the surrounding form.
function stayOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
