import { schemaResolver, type UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
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
 * A form of filters that apply by themselves, half a second after the last change. One that is wrong says so then, for
 * there is no button to press, and counts as empty: what is right applies without it.
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
    const { errors, right } = sift(values, { schema, empty: typed({} as Filters) })
    form.setErrors(errors)
    const wanted = filtersIn(right)
    if (keyOf(wanted) === asked.current) return
    asked.current = keyOf(wanted)
    onFilter(wanted)
  }, FILTER_DELAY)
  const follow = useEffectEvent((applied: string) => {
    if (applied === asked.current) return
    asked.current = applied
    ask.cancel()
    form.setValues(typed(filters))
    form.clearErrors()
  })
  // Not before other filters apply: what was asked for is on its way.
  useEffect(() => follow(current), [current])
  return form
}

type Sieve<Values> = { readonly schema: z.ZodMiniType; readonly empty: Values }

/** What is wrong with the values, and what remains of them without it. */
function sift<Values extends Record<string, unknown>>(values: Values, { schema, empty }: Sieve<Values>) {
  const errorsOf = schemaResolver(schema, { sync: true })
  const without = (wrong: object, from: Values): Values => ({ ...from, ...pick(empty, Object.keys(wrong)) })
  const errors = errorsOf(values)
  const clean = without(errors, values)
  // Fields are compared with each other only when each of them is right by itself.
  const further = errorsOf(clean)
  return { errors: { ...errors, ...further }, right: without(further, clean) }
}

function pick<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>
}
