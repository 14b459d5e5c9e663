import type { z } from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { problem } from '#domain/problem.ts'

/**
 * Parses a part of a request by the contract. Throws `malformed` (400) for a part that is no object, and
 * `invalid_fields` (422) for missing fields, wrong types and violated rules. A field with the value `blank` counts as
 * missing.
 */
export function readInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  part: unknown,
  blank?: '' | null,
): z.output<Schema> {
  const result = schema.safeParse(withoutBlanks(part, blank), { error: unnamed })
  if (result.success) return result.data

  const { issues } = result.error
  if (issues.some(({ path }) => path.length === 0)) {
    throw problem('malformed', { reason: 'The request is not of the expected form.' })
  }
  throw problem('invalid_fields', {
    fields: issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}

function withoutBlanks(part: unknown, blank: '' | null | undefined): unknown {
  if (blank === undefined || part === null || typeof part !== 'object' || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== blank))
}

/** Words issues for which the contract has no message. */
function unnamed({ input }: { input?: unknown }): string {
  return input === undefined ? messages.required : messages.invalid
}
