import { addressOf, type AddressInput, type CallInput, type Endpoint, type ReplyOf } from '#contract/endpoint.ts'
import { getEntrySet, type EntrySet } from '#contract/entry.ts'
import { isProblemDocument, PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import type { ShowId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'

/** Limits the wait for an answer. The phone decides long before. */
const TIMEOUT_MS = 10_000
/** The set of a large show takes longer on a slow line. */
const SET_TIMEOUT_MS = 60_000
const UNREACHABLE = 'The shop cannot be reached. Please check the connection.'

/** Calls an endpoint of the contract with a device's token. Throws `ApiError`; status 0 without an answer. */
export async function callAs<E extends Endpoint>(
  token: string | null,
  endpoint: E,
  input: CallInput<E>,
): Promise<ReplyOf<E>> {
  const { body } = input as { readonly body?: unknown }
  const answer = await send(token, addressOf(endpoint, input), {
    method: endpoint.method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  try {
    return (await answer.json()) as ReplyOf<E>
  } catch {
    throw new ApiError(UNREACHABLE, 0)
  }
}

/** Gets the set of a show; null if the one with this ETag is still the current one. */
export async function fetchSet(
  token: string,
  showId: ShowId,
  etag: string | null,
): Promise<{ readonly set: EntrySet; readonly etag: string | null } | null> {
  const answer = await send(token, addressOf(getEntrySet, { query: { showId: String(showId) } }), {
    cache: 'no-store',
    signal: AbortSignal.timeout(SET_TIMEOUT_MS),
    ...(etag !== null && { headers: { 'if-none-match': etag } }),
  })
  if (answer.status === 304) return null
  return { set: (await answer.json()) as EntrySet, etag: answer.headers.get('etag') }
}

/**
 * Opens a stream of server-sent events. Throws `ApiError` if the server refuses it, and any other error for a fault
 * that may pass.
 */
export async function openStream<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: AddressInput<E>,
  { signal, lastEventId }: { readonly signal: AbortSignal; readonly lastEventId: string | undefined },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  try {
    return (await send(token, addressOf(endpoint, input), { signal, headers, cache: 'no-store' })).body
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) throw new Error(error.message, { cause: error })
    throw error
  }
}

const FINAL_FAULTS: readonly number[] = [400, 403, 410, 413, 422]

/** Tells whether the shop will never judge the scans of a call. Any other fault may pass. */
export function isFinalFault(error: unknown): boolean {
  return error instanceof ApiError && FINAL_FAULTS.includes(error.status)
}

type Options = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

async function send(token: string | null, address: string, options: Options): Promise<Response> {
  const headers = {
    accept: `${PROBLEM_DOCUMENT}, */*`,
    ...options.headers,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  let answer: Response
  try {
    answer = await fetch(new URL(address, document.baseURI), { ...options, headers })
  } catch {
    throw new ApiError(UNREACHABLE, 0)
  }
  if (answer.ok || answer.status === 304) return answer
  const problem = await answer.json().catch(() => undefined)
  const title = isProblemDocument(problem) ? problem.title : `The shop answered with a fault (${answer.status}).`
  throw new ApiError(title, answer.status, isProblemDocument(problem) ? problem : {})
}
