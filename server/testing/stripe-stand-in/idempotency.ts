import { StripeProblem } from './problems.ts'

type Answer = { status: number; body: string }
type Kept = { request: string; answer: Answer | undefined }

/** The answers that belong to idempotency keys. */
export type KeptAnswers = Map<string, Kept>

/**
 * Returns the answer that a key has, or undefined for a new key, which then is in use. Throws Stripe's refusals of a
 * key that another request has used, or that is in use.
 */
export function takeKey(kept: KeptAnswers, key: string, request: string): Answer | undefined {
  const known = kept.get(key)
  if (known === undefined) {
    kept.set(key, { request, answer: undefined })
    return undefined
  }
  if (known.request !== request) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new StripeProblem(400, { type: 'idempotency_error', message }, false)
  }
  if (known.answer === undefined) {
    const message = `There is currently another in-progress request using this Idempotent Key (${key}).`
    throw new StripeProblem(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message }, false)
  }
  return known.answer
}

/** Ends the use of a key: keeps its answer, or frees it if there is none to keep. */
export function endKey(kept: KeptAnswers, key: string, answer: Answer | undefined): void {
  const known = kept.get(key)
  if (answer === undefined) kept.delete(key)
  else if (known) known.answer = answer
}
