import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/settings/env.ts'
import { clientNetworkOf } from '../client-network.ts'
import { NetworkCounts } from './network-counts.ts'
import { trustIn } from '../request-ids.ts'

/** The fewest connections that a client network may have: those of a crowd behind one address. */
const LEAST_LIMIT = 6_000
/** Connections besides the streams of a client network, which are half of all. */
const BESIDES_STREAMS = 1_000

/** Returns the number of connections that a client network may have. */
export function mostConnections({ MAX_STREAMS }: Pick<Settings, 'MAX_STREAMS'>): number {
  return Math.max(LEAST_LIMIT, MAX_STREAMS / 2 + BESIDES_STREAMS)
}

/**
 * Limits the open connections of each client network, of trusted proxies excepted. Each may hold a request that is
 * never complete, in up to 36 KB of memory, and a file descriptor. Closes connections whose address is unknown.
 */
export function limitConnections(
  { server }: FastifyInstance,
  { TRUSTED_PROXIES = [] }: Pick<Settings, 'TRUSTED_PROXIES'>,
  max: number,
): void {
  const isFromProxy = trustIn(TRUSTED_PROXIES)
  const open = new NetworkCounts()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) {
      // It was reset before. Node would still read its request, whose client no limit knows.
      socket.destroy()
      return
    }
    if (isFromProxy({ socket })) return
    const network = clientNetworkOf(remoteAddress)
    if (open.of(network) >= max) socket.destroy()
    else socket.once('close', open.add(network, 1))
  })
}
