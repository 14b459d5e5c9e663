import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** An answer. `problem` is the code of a refusal. */
export type Answer = { status: number; body: string; problem: string | undefined; retryAfter: string | null }

export type Call = { method?: string; body?: unknown; headers?: Record<string, string>; withinMs?: number }

/** Sends requests to any server of the shop from one address. Rejects if the connection breaks. */
export type HttpClient = (url: string, call?: Call) => Promise<Answer>

const ANSWER_WITHIN_MS = 60_000
/** Closes idle connections before the server does, which a busy load process notices late. Browsers send again. */
const IDLE_MS = 30_000
const ADDRESSES_PER_BLOCK = 250
let count = 0

/**
 * Returns another address of the loopback network at each call. The shop counts each as a client network of its own, so
 * that its limits per network do not make the actors of a promise wait for each other.
 */
export function nextAddress(): string {
  const index = count++
  const block = Math.floor(index / ADDRESSES_PER_BLOCK)
  return `127.${10 + (block >> 8)}.${block & 255}.${1 + (index % ADDRESSES_PER_BLOCK)}`
}

/** Creates a client with its own connections at an address of the loopback network. */
export function httpClientAt(localAddress: string): HttpClient {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  return (url, { method = 'GET', body, headers, withinMs = ANSWER_WITHIN_MS } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body)
    const type = content === undefined ? {} : { 'content-type': 'application/json' }
    const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        agent,
        localAddress,
        method,
        headers: { ...type, ...length, ...headers },
        signal: AbortSignal.timeout(withinMs),
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        const { statusCode: status = 0, headers } = response
        const retryAfter = headers['retry-after'] ?? null
        const problem = headers['x-problem']?.toString()
        text(response).then((body) => resolve({ status, body, problem, retryAfter }), reject)
      })
      sent.end(content)
    })
  }
}
