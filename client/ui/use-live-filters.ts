import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { keyOf } from './filter-key.ts'
import { useCheckedForm } from './form.tsx'

/** How long filters wait for the next key before they apply. */
export const FILTER_DELAY = 500

type Settings<Values, Filters> = {
  readonly schema: z.ZodMiniType
  /** The filters that apply now. */
  readonly filters: Filters
  readonly typed: (filters: Filters) => Values
  readonly filtersIn: (values: Values) => Filters
  readonly onFilter: (filters: Filters) => void
}

/**
 * A form of filters that apply by themselves, half a second after the last change. While one of them is wrong none
 * applies, and it says so then: there is no button to press that would.
 * What stands in the form changes when other filters apply than those it asked for: somebody went back, or reset them.
 */
export function useLiveFilters<Values extends Record<string, unknown>, Filters extends object>(
  settings: Settings<Values, Filters>,
): UseFormReturnType<Values> {
  const { schema, filters, typed, filtersIn, onFilter } = settings
  const current = keyOf(filters)
  const asked = useRef(current)
  const form = useCheckedForm<Values>({
    schema,
    initialValues: typed(filters),
    onValuesChange: (values) => ask(values),
  })
  const ask = useDebouncedCallback((values: Values) => {
    if (form.validate().hasErrors) return
    const wanted = filtersIn(values)
    if (keyOf(wanted) === asked.current) return
    asked.current = keyOf(wanted)
    onFilter(wanted)
  }, FILTER_DELAY)
  useEffect(() => {
    if (current === asked.current) return
    asked.current = current
    ask.cancel()
    form.setValues(typed(filters))
    form.clearErrors()
  })
  return form
}
