import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Settings } from '#server/settings/env.ts'
import { currentRequestId } from '#server/request-id.ts'

const WELL_FORMED = /^[\w-]{8,64}$/

type Incoming = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * Creates the function that names requests: by a well-formed `X-Request-Id` of a trusted proxy, or by a new id. A call
 * inside the process keeps the id of the request that makes it.
 */
export function requestIdSource({ TRUSTED_PROXIES = [] }: Pick<Settings, 'TRUSTED_PROXIES'>) {
  const isFromProxy = trustIn(TRUSTED_PROXIES)
  return (request: Incoming): string => {
    const outer = currentRequestId()
    if (outer !== undefined) return outer
    const sent = request.headers['x-request-id']
    const isUsable = typeof sent === 'string' && WELL_FORMED.test(sent) && isFromProxy(request)
    return isUsable ? sent : newRequestId()
  }
}

/**
 * Returns a random UUID in 22 letters, because every answer repeats them. Node makes UUIDs of randomness that it
 * fetches for many of them at once.
 */
export function newRequestId(): string {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
}

/** Creates the function that tells whether a request comes from one of the proxies. */
export function trustIn(proxies: readonly string[]): (request: Pick<Incoming, 'socket'>) => boolean {
  const isTrusted = compile([...proxies])
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0)
}
