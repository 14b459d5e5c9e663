import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { onRefusedToken } from '#client/api.ts'
import { currentSession } from '#client/session.ts'
import { useCheckedForm } from '#client/ui/forms/form.tsx'
import { forgetValues, keepValues, valuesKeptAt, withoutPasswords } from './kept-values.ts'

type Settings<Values> = {
  /** Where the form stands. */
  readonly path: string
  readonly schema: z.ZodMiniType | ((values: Values) => z.ZodMiniType)
  readonly initialValues: Values
}

/**
 * A checked form that outlives the session of who fills it in, and a reload: it stands there again as it was. Nobody else
 * ever sees it, and passwords are typed anew.
 */
export function useKeptForm<Values extends Record<string, unknown>>(
  settings: Settings<Values>,
): UseFormReturnType<Values> {
  const { path, schema } = settings
  const [untouched] = useState(settings.initialValues)
  const [initialValues] = useState<Values>(() => ({ ...untouched, ...valuesKeptAt(path) }))
  const form = useCheckedForm({ schema, initialValues })
  const { getValues } = form
  useEffect(() => forgetValues(path), [path])
  useEffect(() => {
    const keepFor = (token: string | null) => {
      const isTouched = textOf(getValues()) !== textOf(untouched)
      if (token && isTouched) keepValues(path, token, getValues())
    }
    const keepOwn = () => keepFor(currentSession().token)
    const stopListening = onRefusedToken(keepFor)
    addEventListener('pagehide', keepOwn)
    return () => {
      stopListening()
      removeEventListener('pagehide', keepOwn)
    }
  }, [path, getValues, untouched])
  return form
}

function textOf(values: object): string {
  return JSON.stringify(withoutPasswords(values))
}
