import { schemaResolver, type UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import type * as z from 'zod/mini'
import { afterPress } from '../after-press.ts'
import { keyOf } from './filter-key.ts'
import { useCheckedForm } from './form.tsx'

/** Milliseconds after the last key until filters apply. */
export const FILTER_DELAY = 500

type Settings<Values, Filters> = {
  readonly schema: z.ZodMiniType
  /** The current filters. */
  readonly filters: Filters
  readonly typed: (filters: Filters) => Values
  readonly filtersIn: (values: Values) => Filters
  readonly onFilter: (filters: Filters) => void
}

/**
 * Creates a filter form that applies half a second after the last change. Invalid values are reported then and count as
 * empty, so the valid ones still apply. The form follows filters that change from outside, by navigating back or by a
 * reset.
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
    const sieve = { schema, empty: typed({} as Filters) }
    const { right } = sift(values, sieve)
    afterPress(() => form.setErrors(sift(form.getValues(), sieve).errors))
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
  // Follows changed filters only; own changes are still pending.
  useEffect(() => follow(current), [current])
  return form
}

type Sieve<Values> = { readonly schema: z.ZodMiniType; readonly empty: Values }

/** Returns the errors of the values, and the values without the invalid ones. */
function sift<Values extends Record<string, unknown>>(values: Values, { schema, empty }: Sieve<Values>) {
  const errorsOf = schemaResolver(schema, { sync: true })
  const without = (wrong: object, from: Values): Values => ({ ...from, ...pick(empty, Object.keys(wrong)) })
  const errors = errorsOf(values)
  const clean = without(errors, values)
  // Compares fields with each other only if each is valid.
  const further = errorsOf(clean)
  return { errors: { ...errors, ...further }, right: without(further, clean) }
}

function pick<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as Partial<Values>
}
