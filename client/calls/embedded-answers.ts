import { currentSession } from '#client/session.ts'

const FRESH_MS = 30_000

let embeddedAnswers: Map<string, unknown> | undefined

/**
 * Takes the answer to a call that the server embedded in the page: once, and only within 30 seconds. It is a visitor's
 * answer, so logged-in users take it only if it is the same for everyone.
 */
export function takeEmbeddedAnswer(address: string, { isForEveryone = false } = {}): unknown {
  embeddedAnswers ??= readEmbeddedAnswers()
  const answer = embeddedAnswers.get(address)
  embeddedAnswers.delete(address)
  const isForUs = isForEveryone || currentSession().token === null
  return isForUs && performance.now() < FRESH_MS ? answer : undefined
}

function readEmbeddedAnswers(): Map<string, unknown> {
  const block = document.querySelector('#embedded-answers')
  return new Map(Object.entries(JSON.parse(block?.textContent ?? '{}') as Record<string, unknown>))
}
