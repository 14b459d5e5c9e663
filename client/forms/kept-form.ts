import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { onRefusedToken } from '#client/api.ts'
import { currentSession } from '#client/session.ts'
import { useCheckedForm } from '#client/ui/forms/form.tsx'
import { forgetValues, keepValues, valuesKeptAt, withoutPasswords } from './kept-values.ts'

type Settings<Values> = {
  /** The path of the form's page. */
  readonly path: string
  /** The record that the first values come from, such as `copy=7`. Input of one copy is not kept for another. */
  readonly source?: string | undefined
  readonly schema: z.ZodMiniType | ((values: Values) => z.ZodMiniType)
  readonly initialValues: Values
  /** Whether the input also survives the way to another page of the shop and back. */
  readonly isKeptOnLeave?: () => boolean
}

/**
 * Creates a validated form that survives the end of the session and a reload, and other pages of the shop if wanted.
 * Only the same user gets the input back, without passwords.
 */
export function useKeptForm<Values extends Record<string, unknown>>(
  settings: Settings<Values>,
): UseFormReturnType<Values> {
  const { schema, source, isKeptOnLeave = () => false } = settings
  const path = source ? `${settings.path}?${source}` : settings.path
  const [untouched] = useState(settings.initialValues)
  const [initialValues] = useState<Values>(() => ({ ...untouched, ...valuesKeptAt(path) }))
  const [firstToken] = useState(() => currentSession().token)
  const form = useCheckedForm({ schema, initialValues })
  const { getValues } = form
  const keepFor = useEffectEvent((token: string | null) => {
    const isTouched = textOf(getValues()) !== textOf(untouched)
    if (token && isTouched) keepValues(path, token, getValues())
  })
  // Another tab may have changed the account since the form was opened.
  const keepForOwner = useEffectEvent(() => keepFor(firstToken ?? currentSession().token))
  const leave = useEffectEvent(() => {
    if (isKeptOnLeave()) keepForOwner()
  })
  useEffect(() => forgetValues(path), [path])
  useEffect(() => () => leave(), [])
  useEffect(() => {
    const keepOwn = () => keepForOwner()
    const stopListening = onRefusedToken((token) => keepFor(token))
    // A page from the back/forward cache still has its input: kept, it would come back after the form was sent.
    const forgetOwn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) forgetValues(path)
    }
    addEventListener('pagehide', keepOwn)
    addEventListener('pageshow', forgetOwn)
    return () => {
      stopListening()
      removeEventListener('pagehide', keepOwn)
      removeEventListener('pageshow', forgetOwn)
    }
  }, [path])
  return form
}

function textOf(values: object): string {
  return JSON.stringify(withoutPasswords(values))
}
