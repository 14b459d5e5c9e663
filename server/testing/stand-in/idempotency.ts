/** An answer of a stand-in's API. */
export type Answer = { status: number; body: string }

type Kept = { request: string; answer: Answer | undefined; at: number }

/** The answers that belong to idempotency keys. */
export type KeptAnswers = Map<string, Kept>

/** The meaning of a key. `other`: another request has used it. `busy`: the first request with it is not done. */
export type KeyUse = { kind: 'new' | 'other' | 'busy' } | { kind: 'known'; answer: Answer }

/** Finds out what a key means for a call. A new key is in use afterwards. Keys from before `since` are forgotten. */
export function takeKey(kept: KeptAnswers, key: string, request: string, { now, since = 0 }: Times): KeyUse {
  const known = kept.get(key)
  if (known === undefined || known.at < since) {
    kept.set(key, { request, answer: undefined, at: now })
    return { kind: 'new' }
  }
  if (known.request !== request) return { kind: 'other' }
  return known.answer === undefined ? { kind: 'busy' } : { kind: 'known', answer: known.answer }
}

/** Milliseconds of the stand-in's clock. */
type Times = { now: number; since?: number }

/** Ends the use of a key: keeps its answer, or frees it if there is none to keep. */
export function endKey(kept: KeptAnswers, key: string, answer: Answer | undefined): void {
  const known = kept.get(key)
  if (answer === undefined) kept.delete(key)
  else if (known) known.answer = answer
}
