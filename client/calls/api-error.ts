import type { FailureCode } from '#contract/problem-document.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** The content of a problem document beside its sentence and status. */
type Reasons = {
  readonly code?: FailureCode
  readonly fields?: readonly FieldProblem[] | undefined
  readonly token?: string
}

/** A failed call. Its message is shown to the customer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** Undefined if the answer is not the shop's, but a proxy's for instance. */
  readonly code: FailureCode | undefined
  /** The fields of the input that are the reason. */
  readonly fields: readonly FieldProblem[]
  /** The token for the second step of a login that needs one. */
  readonly token: string | undefined

  constructor(message: string, status: number, { code, fields = [], token }: Reasons = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.token = token
  }
}

/** Tells whether a failure means that the session has ended, and does not answer a login. */
export function isRefusal({ status, code }: ApiError): boolean {
  return status === 401 && code !== 'wrong_credentials' && code !== 'second_factor_needed'
}

/** Tells whether a failure means that the customer has to confirm the email address first. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_not_verified'
}

/** Tells whether a failure means that the administrator has to set up a second factor first. */
export function isSecondFactorMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_missing'
}

/** Tells whether a failure means that the requested record does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
