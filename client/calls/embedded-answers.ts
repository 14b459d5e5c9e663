import { currentSession } from '#client/session.ts'

const FRESH_MS = 30_000

let embeddedAnswers: Map<string, unknown> | undefined

/**
 * The answer to a call that the server enclosed in the page, once, and only while the page is young. It is what a visitor
 * is told; who is logged in asks for themselves, unless everyone is told the same.
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
