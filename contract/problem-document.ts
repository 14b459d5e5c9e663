import type { FieldProblem, ProblemCode } from '#domain/problem.ts'

/** The media type of a problem document (RFC 9457). */
export const PROBLEM_DOCUMENT = 'application/problem+json'

/** The code of a failed answer: a problem's, or `internal` for a fault of the server. */
export type FailureCode = ProblemCode | 'internal'

/** A failed answer as JSON. */
export type ProblemDocument = {
  readonly type: 'about:blank'
  readonly status: number
  /** The sentence that is also the answer as plain text. */
  readonly title: string
  readonly code: FailureCode
  /** The fields of the input that the problem is about. */
  readonly fields?: readonly FieldProblem[] | undefined
  /** Of `second_factor_needed`: the token for the second step of the login. */
  readonly token?: string
}

/** Tells a problem document of the shop from other JSON, such as the answer of a proxy. */
export function isProblemDocument(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null) return false
  return 'title' in value && typeof value.title === 'string' && 'code' in value && typeof value.code === 'string'
}
