import type { FailureCode } from '#contract/problem-document.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** The content of a problem document beside its sentence and status. */
type Reasons = { readonly code?: FailureCode; readonly fields?: readonly FieldProblem[] | undefined }

/** A failed call. Its message is shown to the customer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** Undefined if the answer is not the shop's, but a proxy's for instance. */
  readonly code: FailureCode | undefined
  /** The fields of the input that are the reason. */
  readonly fields: readonly FieldProblem[]

  constructor(message: string, status: number, { code, fields = [] }: Reasons = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Tells whether a failure means that the session has ended, not that a password was wrong. */
export function isRefusal(error: ApiError): boolean {
  return error.status === 401 && error.code !== 'wrong_credentials'
}

/** Tells whether a failure means that the customer has to confirm the email address first. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_not_verified'
}

/** Tells whether a failure means that the requested record does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
