import * as z from 'zod/mini'
import { Objections } from '#domain/seating-plan/objections.ts'
import { messages } from '#contract/fields.ts'

/** A name or number of a foreign format, as text. Null and undefined become an empty text. */
export const looseText = z.pipe(
  z.nullish(z.union([z.string(), z.number()], { error: messages.invalid })),
  z.transform((value) => String(value ?? '').trim()),
)

/**
 * Parses the input by the schema. Throws a RangeError of up to ten sentences with their paths: "zones 1, rows 3: …".
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const objections = new Objections()
  for (const { path, message } of result.error.issues) objections.add(`${whereIs(path)}: ${message}.`)
  throw objections.toError()
}

/** Writes a path as text, counting from one. */
function whereIs(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The file'
  return path
    .map((part, index) => (typeof part === 'number' ? `${part + 1}` : `${index === 0 ? '' : ', '}${String(part)}`))
    .reduce((words, part) => (/^\d/.test(part) ? `${words} ${part}` : words + part))
}
