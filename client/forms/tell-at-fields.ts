import type { UseFormReturnType } from '@mantine/form'
import type { ProblemCode } from '#domain/problem.ts'
import { ApiError } from '#client/api.ts'

// What is wrong with one field is a problem of its own here and there.
const fieldOf: { readonly [Code in ProblemCode]?: string } = { email_taken: 'email', wrong_password: 'password' }

/** Lets what the server said of fields of a form stand at those fields, and goes to the first of them. */
export function tellAtFields<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: Error) {
  if (!(error instanceof ApiError) || error.code === undefined) return
  const field = fieldOf[error.code]
  const said = field ? [[field, error.message] as const] : error.code === 'invalid_fields' ? linesOf(error.message) : []
  const known = said.filter(([name]) => name in form.getValues())
  if (known.length === 0) return
  form.setErrors(Object.fromEntries(known))
  form.getInputNode(known[0]?.[0] ?? '')?.focus()
}

/** A line is a field: `field: message`. */
function linesOf(text: string): (readonly [string, string])[] {
  return text.split('\n').map((line) => {
    const [field = '', ...message] = line.split(': ')
    return [field, message.join(': ')]
  })
}
