import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/settings/env.ts'
import { bareHeaders } from '../bare-headers.ts'
import { newRequestId } from '../request-ids.ts'

type Refusal = { status: number; sentence: string }

const MALFORMED: Refusal = { status: 400, sentence: 'The request is not of the expected form.' }

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'This request is too large.' },
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The address and the headers of this request are too long.' },
}

/** Answers a request that Node could not parse like any other problem, logs it, then closes the connection. */
export function refuseUnread(
  { code }: { code: string },
  socket: Socket,
  settings: Pick<Settings, 'PUBLIC_URL'>,
  log?: FastifyBaseLogger,
): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, sentence } = refusals[code] ?? MALFORMED
  const requestId = newRequestId()
  log?.info({ requestId, status, problem: 'malformed' }, 'request')
  const headers = bareHeaders({ type: 'text/plain', body: sentence, code: 'malformed', requestId }, settings)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${sentence}`)
  socket.destroySoon()
}
