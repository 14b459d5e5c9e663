import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Settings } from '#server/env.ts'
import { currentRequestId } from '#server/request-id.ts'

const WELL_FORMED = /^[\w-]{8,64}$/

type Incoming = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * Creates the function that names requests: by a well-formed `X-Request-Id` of a trusted proxy, or by a new id. A call
 * inside the process keeps the id of the request that makes it.
 */
export function requestIdSource({ TRUSTED_PROXIES = [] }: Pick<Settings, 'TRUSTED_PROXIES'>) {
  const isTrusted = compile(TRUSTED_PROXIES)
  return ({ headers, socket }: Incoming): string => {
    const outer = currentRequestId()
    if (outer !== undefined) return outer
    const sent = headers['x-request-id']
    const isUsable = typeof sent === 'string' && WELL_FORMED.test(sent) && isTrusted(socket.remoteAddress ?? '', 0)
    return isUsable ? sent : randomUUID()
  }
}
