import { addressOf, type Asked, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { call } from '#client/api.ts'
import { takeEnclosed } from './enclosed.ts'

/** The part of a query that asks an endpoint. What came enclosed in the page is there at once. */
export function asking<E extends Endpoint>(endpoint: E, asked: Asked<E>) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, ...([{ ...asked, signal }] as never)),
    initialData: () => takeEnclosed(addressOf(endpoint, asked)) as ReplyOf<E> | undefined,
  }
}
