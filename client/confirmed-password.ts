import * as z from 'zod/mini'
import { messages, requiredText } from '#contract/fields.ts'

/** A form of the contract with its password typed twice. */
export function typedTwice<Shape extends z.core.$ZodLooseShape>(form: z.ZodMiniObject<Shape>, password: keyof Shape) {
  const twice = z.extend(form, { confirmPassword: requiredText() })
  return twice.check(
    z.refine((values: Record<string, unknown>) => values['confirmPassword'] === values[String(password)], {
      path: ['confirmPassword'],
      error: messages.equal,
      // Also while another field is still wrong.
      when: () => true,
    }),
  )
}
