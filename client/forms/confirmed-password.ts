import * as z from 'zod/mini'
import { messages, requiredText } from '#contract/fields.ts'

/**
 * A form of the contract with its password typed twice. The two are compared beside the form, not after it: a mismatch
 * is told also while another field is still wrong.
 */
export function typedTwice<Shape extends z.core.$ZodLooseShape>(form: z.ZodMiniObject<Shape>, password: keyof Shape) {
  const twice = z.extend(form, { confirmPassword: requiredText() })
  // It sees the two alone: what the form makes of its other fields could not be merged with what was typed there.
  const comparison = z.object({ [String(password)]: z.string(), confirmPassword: z.string() }).check(
    z.refine((values: Record<string, unknown>) => values['confirmPassword'] === values[String(password)], {
      path: ['confirmPassword'],
      error: messages.equal,
    }),
  )
  return z.intersection(twice, comparison)
}
