import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/calls/api-error.ts'

/** Shows the messages of a refused call at the form fields that they name, and focuses the first of these fields. */
export function tellAtFields<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: Error) {
  if (!(error instanceof ApiError)) return
  const known = error.fields.filter(({ field }) => field in form.getValues())
  const [first] = known
  if (!first) return
  form.setErrors(Object.fromEntries(known.map(({ field, message }) => [field, message])))
  form.getInputNode(first.field)?.focus()
}
