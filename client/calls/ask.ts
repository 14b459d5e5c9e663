import { addressOf, type AddressInput, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { callWithoutBody } from '#client/api.ts'
import { takeEmbeddedAnswer } from './embedded-answers.ts'

/**
 * Creates query options for an endpoint. Uses the answer embedded in the page, if there is one. Logged-in users use it
 * only for answers that are the same for everyone.
 */
export function asking<E extends Endpoint>(
  endpoint: E,
  asked: AddressInput<E>,
  audience: { isForEveryone?: boolean } = {},
) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) => callWithoutBody(endpoint, asked, { signal }),
    initialData: () => takeEmbeddedAnswer(addressOf(endpoint, asked), audience) as ReplyOf<E> | undefined,
  }
}
