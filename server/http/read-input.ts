import type { z } from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { problem } from '#domain/problem.ts'

/**
 * What a part of a request says, by the contract. One that has no fields at all is malformed (400); a field that is
 * missing, of the wrong type or against its rule is an invalid field (422), wherever it stands. A field of the value
 * `blank` counts as not given.
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

/** What the contract has no words of its own for. */
function unnamed({ input }: { input?: unknown }): string {
  return input === undefined ? messages.required : messages.invalid
}
