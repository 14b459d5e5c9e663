import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { keyOf } from './filter-key.ts'
import { useCheckedForm } from './form.tsx'

type Settings<Values, Filters> = {
  readonly schema: z.ZodMiniType
  /** The current filters. */
  readonly filters: Filters
  readonly typed: (filters: Filters) => Values
}

/**
 * Creates a filter form that applies on submit. The form follows filters that change from outside, but ignores paging.
 */
export function useSearchForm<Values extends Record<string, unknown>, Filters extends object>(
  settings: Settings<Values, Filters>,
): UseFormReturnType<Values> {
  const { schema, filters, typed } = settings
  const form = useCheckedForm<Values>({ schema, initialValues: typed(filters) })
  const current = keyOf(filters)
  const shown = useRef(current)
  useEffect(() => {
    if (current === shown.current) return
    shown.current = current
    form.setValues(typed(filters))
    form.clearErrors()
  })
  return form
}
