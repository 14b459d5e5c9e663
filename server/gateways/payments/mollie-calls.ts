import * as z from 'zod'
import type { Deadline } from './deadline.ts'
import { fetchLimited } from './fetch-limited.ts'
import { PaymentRefused, ProviderBusy, ProviderDoubt } from './provider.ts'

type Call<T extends z.ZodType> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the address of the API, or a whole address of it. */
  path: string
  reads: T
  deadline: Deadline
  body?: object
  /** Makes a POST repeatable for an hour. */
  key?: string
}

export type MollieCalls = <T extends z.ZodType>(call: Call<T>) => Promise<z.output<T>>

const fault = z.object({ status: z.number(), title: z.string(), detail: z.string(), field: z.string().optional() })

/**
 * Opens the calls of Mollie's API. Sends each once: nothing repeats a call but the caller, and redirections are errors.
 * Only an answer of the expected shape is a success.
 */
export function openMollieCalls(apiKey: string, apiUrl: string): MollieCalls {
  return async ({ method, path, reads, deadline, body, key }) => {
    const { timeout } = deadline.options()
    const url = new URL(path, apiUrl)
    if (url.origin !== new URL(apiUrl).origin)
      throw new ProviderDoubt(`Mollie names an address elsewhere: ${url.origin}`)
    const { status, text } = await fetchText(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const json = parsed(text)
    if (status !== 200 && status !== 201) throw meaningOf(status, json, method === 'GET')
    const read = reads.safeParse(json)
    if (!read.success) throw new ProviderDoubt(`Something else than Mollie answered ${method} with status ${status}.`)
    return read.data
  }
}

async function fetchText(url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetchLimited(url, init)
    return { status: reply.status, text: await reply.text() }
  } catch (error) {
    throw new ProviderDoubt(textOf(error), { cause: error })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Names what a failed call means. 401 and 403: an operator repairs the key, and the call can succeed. 409: a key in
 * use, or a refund of the same amount within an hour. A 400 may mean a key with other parameters, so it is doubt. A
 * refusal of a call that only reads says nothing about the payment.
 */
function meaningOf(status: number, json: unknown, isRead: boolean): PaymentRefused | ProviderBusy | ProviderDoubt {
  const read = fault.safeParse(json)
  const { title, detail, field } = read.data ?? { title: '', detail: 'an unreadable answer' }
  const text = `Mollie answered ${[status, title, field].filter(Boolean).join(' ')}: ${detail}`
  if ([401, 403, 409, 429].includes(status)) return new ProviderBusy(text)
  if (!isRead && read.success && [404, 410, 422].includes(status)) return new PaymentRefused(text)
  return new ProviderDoubt(text, { isKept: status === 500 })
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${textOf(error.cause)})` : error.message
}
