import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/env.ts'
import { clientNetworkOf } from './client-network.ts'
import { trustIn } from './request-ids.ts'

/** Connections of a client network: half of the default MAX_STREAMS, and others for a crowd behind one address. */
const MAX_CONNECTIONS = 6_000

/**
 * Limits the open connections of each client network, of trusted proxies excepted. Each may hold a request that is
 * never complete, in up to 36 KB of memory, and a file descriptor.
 */
export function limitConnections(
  { server }: FastifyInstance,
  { TRUSTED_PROXIES = [], MAX_STREAMS }: Pick<Settings, 'TRUSTED_PROXIES' | 'MAX_STREAMS'>,
  max = Math.max(MAX_CONNECTIONS, MAX_STREAMS),
): void {
  const isFromProxy = trustIn(TRUSTED_PROXIES)
  const openOf = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (isFromProxy({ socket })) return
    const network = clientNetworkOf(socket.remoteAddress ?? '')
    const open = openOf.get(network) ?? 0
    if (open >= max) {
      socket.destroy()
      return
    }
    openOf.set(network, open + 1)
    socket.once('close', () => {
      const left = (openOf.get(network) ?? 1) - 1
      if (left > 0) openOf.set(network, left)
      else openOf.delete(network)
    })
  })
}
