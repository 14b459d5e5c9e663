import ky, { HTTPError, isNetworkError, isTimeoutError, type Options } from 'ky'
import { type AddressInput, addressOf, type Endpoint, type ReplyOf, type CallInput } from '#contract/endpoint.ts'
import { isProblemDocument, PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { ApiError, isRefusal, isSecondFactorMissing, isUnconfirmed } from './calls/api-error.ts'
import { fetchWithCache } from './calls/response-cache.ts'
import { currentSession } from './session.ts'

type Call<E extends Endpoint> = CallInput<E> & { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

const MAX_RETRY_AFTER_SECONDS = 10

const client = ky.create({
  ...(import.meta.env.RESPONSE_CACHE && { fetch: fetchWithCache }),
  timeout: 10_000,
  retry: {
    limit: 2,
    methods: ['get', 'put', 'head', 'delete', 'options', 'trace'],
    statusCodes: [408, 413, 429, 500, 502, 503, 504],
    afterStatusCodes: [413, 429, 503],
    delay: (attempt) => 0.3 * 2 ** (attempt - 1) * 1000,
    // A long Retry-After is shown to the user instead of waited for.
    shouldRetry: ({ error }) => {
      if (!(error instanceof HTTPError)) return undefined
      return Number(error.response.headers.get('retry-after')) > MAX_RETRY_AFTER_SECONDS ? false : undefined
    },
  },
})

const refusedTokenListeners = new Set<(token: string) => void>()

/** Calls back when the server rejects the token of a call. Returns the function that unsubscribes. */
export function onRefusedToken(listener: (token: string) => void): () => void {
  refusedTokenListeners.add(listener)
  return () => refusedTokenListeners.delete(listener)
}

const missingSecondFactorListeners = new Set<() => void>()

/**
 * Calls back when a call is refused for want of a second factor. Returns the function that unsubscribes.
 */
export function onMissingSecondFactor(listener: () => void): () => void {
  missingSecondFactorListeners.add(listener)
  return () => missingSecondFactorListeners.delete(listener)
}

type Confirm = () => Promise<boolean>

let confirmEmail: Confirm | undefined

/**
 * Sets the function that asks the customer to confirm the email address. A call that is refused for want of a confirmed
 * address waits for it, and is repeated if it resolves to true. Returns the function that unsets it.
 */
export function onUnconfirmedEmail(confirm: Confirm): () => void {
  confirmEmail = confirm
  return () => {
    if (confirmEmail === confirm) confirmEmail = undefined
  }
}

/** Calls an endpoint of the contract. Throws `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[said]: Record<never, never> extends Call<E> ? [said?: Call<E>] : [said: Call<E>]
): Promise<ReplyOf<E>> {
  const options: Options = {
    method: endpoint.method,
    headers: { 'idempotency-key': said?.idempotencyKey },
  }
  if (said?.body !== undefined) options.json = said.body
  if (said?.signal) options.signal = said.signal
  const answer = await send(endpoint, addressOf(endpoint, (said ?? {}) as CallInput<E>), options)
  return answer as ReplyOf<E>
}

/** Calls an endpoint that takes no body. Throws `ApiError`. */
export async function callWithoutBody<E extends Endpoint>(
  endpoint: E,
  input: AddressInput<E>,
  { signal }: { readonly signal: AbortSignal },
): Promise<ReplyOf<E>> {
  const answer = await send(endpoint, addressOf(endpoint, input), { method: endpoint.method, signal })
  return answer as ReplyOf<E>
}

/** Calls an endpoint for the compact form of its reply and reads it. Throws `ApiError`. */
export async function callCompact<E extends Endpoint, Answer>(
  endpoint: E,
  said: Call<E>,
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer> {
  const options: Options = { method: endpoint.method, headers: { accept: `${endpoint.compact}, ${PROBLEM_DOCUMENT}` } }
  if (said.signal) options.signal = said.signal
  return sendFor(read, addressOf(endpoint, said), options)
}

/**
 * Downloads a file, however long it takes. Calls back with the number of bytes so far. Throws `ApiError`.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: AddressInput<E>,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
): Promise<Blob> {
  return sendFor((answer) => answer.blob(), addressOf(endpoint, input), {
    method: endpoint.method,
    signal,
    timeout: false,
    onDownloadProgress: ({ transferredBytes }) => onProgress(transferredBytes),
  })
}

/** Opens a stream of server-sent events after the last one that is known. Throws `ApiError`. */
export async function openEvents<E extends Endpoint>(
  endpoint: E,
  input: AddressInput<E>,
  { signal, lastEventId }: { readonly signal: AbortSignal; readonly lastEventId: string | undefined },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const headers = { accept: `text/event-stream, ${PROBLEM_DOCUMENT}`, 'last-event-id': lastEventId }
  const options: Options = { method: endpoint.method, signal, headers, timeout: false, retry: 0 }
  return sendFor((answer) => answer.body, addressOf(endpoint, input), options)
}

/** Uploads a file as the multipart field `file`. Throws `ApiError`. */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  file: File,
  input?: AddressInput<E>,
): Promise<ReplyOf<E>> {
  const body = new FormData()
  body.set('file', file)
  const answer = await send(endpoint, addressOf(endpoint, input ?? ({} as AddressInput<E>)), {
    method: endpoint.method,
    body,
  })
  return answer as ReplyOf<E>
}

/** Returns the URL of an endpoint below the base path. */
export function urlOf(address: string): URL {
  return new URL(address, document.baseURI)
}

function send(endpoint: Endpoint, address: string, options: Options): Promise<unknown> {
  return sendFor((answer) => (endpoint.status === 204 ? undefined : readBody(answer)), address, options)
}

/** Reads an answer by its type. A gateway's HTML page is refused like other answers that are not JSON. */
function readBody(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  return /^text\/(?!html)/.test(type) ? answer.text() : answer.json()
}

async function sendFor<Answer>(
  read: (answer: Response) => Answer | Promise<Answer>,
  address: string,
  options: Options,
): Promise<Answer> {
  const { token } = currentSession()
  const url = urlOf(address)
  const authorization = token ? `Bearer ${token}` : undefined
  try {
    const headers = { accept: `${PROBLEM_DOCUMENT}, */*`, ...options.headers, authorization }
    return await read(await client(url, { ...options, headers }))
  } catch (error) {
    const failure = failureOf(error)
    if (token && failure instanceof ApiError && isRefusal(failure)) tellRefused(token)
    if (isSecondFactorMissing(failure)) for (const listener of missingSecondFactorListeners) listener()
    if (isUnconfirmed(failure) && (await confirmEmail?.())) return sendFor(read, address, options)
    throw failure
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof HTTPError) {
    const { data, response } = error
    if (isProblemDocument(data)) return new ApiError(data.title, response.status, data)
    return new ApiError(bodyText(error) || `Request failed with status code ${response.status}`, response.status)
  }
  if (isTimeoutError(error)) return new ApiError('Request timed out', 0)
  if (isNetworkError(error)) return new ApiError("We can't reach the shop. Please check your connection.", 0)
  return error
}

/**
 * Reads the body of an answer that is no problem document; '' for a gateway's HTML page, which a customer cannot use.
 */
function bodyText({ data, response }: HTTPError): string {
  if (response.headers.get('content-type')?.includes('text/html')) return ''
  return typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data)
}

function tellRefused(token: string): void {
  for (const listener of refusedTokenListeners) listener(token)
}
