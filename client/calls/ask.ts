import { addressOf, type Asked, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { call } from '#client/api.ts'
import { takeEmbeddedAnswer } from './embedded-answers.ts'

/**
 * The part of a query that asks an endpoint. What came enclosed in the page is there at once, also for who is logged in
 * where everyone is told the same.
 */
export function asking<E extends Endpoint>(endpoint: E, asked: Asked<E>, audience: { isForEveryone?: boolean } = {}) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, ...([{ ...asked, signal }] as never)),
    initialData: () => takeEmbeddedAnswer(addressOf(endpoint, asked), audience) as ReplyOf<E> | undefined,
  }
}
