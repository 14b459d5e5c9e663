import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { onRefusedToken } from '#client/api.ts'
import { currentSession, userIn } from '#client/session.ts'
import { useCheckedForm } from '#client/ui/form.tsx'

type Settings<Values> = {
  /** Where the form stands. */
  readonly path: string
  readonly schema: z.ZodMiniType
  readonly initialValues: Values
}

type Kept = { readonly path: string; readonly user: string | undefined; readonly values: object }

// Nowhere but in memory, and only what stood there when the session ended.
let kept: Kept | undefined

/**
 * A checked form that outlives the session of who fills it in: after they log in again it stands there as it was. Nobody
 * else ever sees it, and passwords are typed anew.
 */
export function useKeptForm<Values extends Record<string, unknown>>(
  settings: Settings<Values>,
): UseFormReturnType<Values> {
  const { path, schema } = settings
  const [initialValues] = useState<Values>(() => ({ ...settings.initialValues, ...valuesKeptAt(path) }))
  const form = useCheckedForm({ schema, initialValues })
  const { getValues } = form
  useEffect(() => forget(path), [path])
  useEffect(
    () =>
      onRefusedToken((token) => {
        kept = { path, user: userIn(token), values: withoutPasswords(getValues()) }
      }),
    [path, getValues],
  )
  return form
}

function valuesKeptAt(path: string): object | undefined {
  return kept?.path === path && isOwn(kept) ? kept.values : undefined
}

function forget(path: string): void {
  if (kept && (kept.path === path || !isOwn(kept))) kept = undefined
}

function isOwn({ user }: Kept): boolean {
  const { token } = currentSession()
  return user !== undefined && token !== null && userIn(token) === user
}

function withoutPasswords(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}
