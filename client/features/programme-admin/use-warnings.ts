import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Warning } from './show-warnings.tsx'

type Settings<Values> = {
  readonly form: UseFormReturnType<Values>
  /** Lists what the server finds odd about the values. */
  readonly find: (values: Values) => Promise<readonly Warning[]>
  readonly save: (values: Values) => void
}

/**
 * Asks the server what is odd before a form is saved, and saves it if nothing is, or if the same values are submitted
 * again after the warnings. Changed values are asked about anew.
 */
export function useWarnings<Values extends Record<string, unknown>>({ form, find, save }: Settings<Values>) {
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<{ content: string; warnings: readonly Warning[] }>()
  const submit = async (values: Values) => {
    const content = JSON.stringify(values)
    if (asked?.content === content) return save(values)
    setAsking(true)
    // Without an answer of the server, saving itself tells what is wrong.
    const warnings = await find(values).catch(() => [])
    setAsking(false)
    setAsked({ content, warnings })
    if (warnings.length === 0) save(values)
  }
  const isCurrent = asked?.content === JSON.stringify(form.values)
  return { submit, isAsking, warnings: isCurrent ? asked.warnings : [] }
}
