import type { z } from 'zod/mini'
import { problem } from '#domain/problem.ts'

/**
 * What a request says, by the contract. A part of the wrong type is malformed (400); one of the right type that breaks
 * its rule, or is missing, is an invalid field (422).
 */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data

  const [wrong] = result.error.issues.filter((issue) => isOfWrongType(issue, value))
  if (wrong) throw problem('malformed', { reason: reasonOf(wrong) })
  throw problem('invalid_fields', {
    fields: result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  })
}

type Issue = { code?: string | undefined; path: PropertyKey[]; message: string }

function isOfWrongType(issue: Issue, value: unknown): boolean {
  if (issue.path.length === 0) return true
  const found = issue.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null)?.[key], value)
  return issue.code === 'invalid_type' && found !== undefined && found !== null
}

function reasonOf({ path, message }: Issue): string {
  if (path.length === 0) return 'The request is not of the expected form.'
  return `${path.join('.')} is not of the expected type. ${message}`.trim()
}
