import * as z from 'zod/mini'
import { messages, requiredText } from '#contract/fields.ts'

/**
 * Adds a confirmed password to a form of the contract. Compares both fields independently of the rest, so a mismatch is
 * reported while other fields are still invalid.
 */
export function typedTwice<Shape extends z.core.$ZodLooseShape>(form: z.ZodMiniObject<Shape>, password: keyof Shape) {
  const twice = z.extend(form, { confirmPassword: requiredText() })
  // Sees both fields only: the parsed values of other fields could not be merged with the typed ones.
  const comparison = z.object({ [String(password)]: z.string(), confirmPassword: z.string() }).check(
    z.refine((values: Record<string, unknown>) => values['confirmPassword'] === values[String(password)], {
      path: ['confirmPassword'],
      error: messages.equal,
    }),
  )
  return z.intersection(twice, comparison)
}
