import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/settings/env.ts'
import { clientNetworkOf } from '../client-network.ts'
import { OpenConnections } from './open-connections.ts'
import { trustIn } from '../request-ids.ts'

/** The fewest connections that a client network may have: those of a crowd behind one address. */
const LEAST_LIMIT = 6_000
/** Connections besides the streams of a client network, which are half of all. */
const BESIDES_STREAMS = 1_000
/** Connections of all client networks besides streams. An idle one takes about 12 kB. */
const OF_ALL_BESIDES_STREAMS = 20_000
/** File descriptors for the database, files and trusted proxies: so many, or this part of them if there are few. */
const KEPT_DESCRIPTORS = { most: 2_000, part: 0.2 }

/** Limits of open connections. */
export type ConnectionLimits = { ofNetwork: number; ofAll: number }

/** Returns the numbers of connections that a client network, and all together, may have in this process. */
export function connectionLimits(
  { MAX_STREAMS }: Pick<Settings, 'MAX_STREAMS'>,
  descriptors = readMaxDescriptors(),
): ConnectionLimits {
  const kept = Math.min(KEPT_DESCRIPTORS.most, descriptors * KEPT_DESCRIPTORS.part)
  return {
    ofNetwork: Math.max(LEAST_LIMIT, MAX_STREAMS / 2 + BESIDES_STREAMS),
    ofAll: Math.floor(Math.min(MAX_STREAMS + OF_ALL_BESIDES_STREAMS, descriptors - kept)),
  }
}

/** Reads how many files and connections this process may have open. Infinite on systems without /proc. */
function readMaxDescriptors(): number {
  try {
    // Node raises the soft limit to the hard one.
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/**
 * Limits the open connections of each client network, and of all together, of trusted proxies excepted. Each may hold a
 * request that is never complete, in up to 36 KB of memory, and a file descriptor. Closes connections whose address is
 * unknown.
 */
export function limitConnections(
  app: FastifyInstance,
  { TRUSTED_PROXIES = [] }: Pick<Settings, 'TRUSTED_PROXIES'>,
  { ofNetwork, ofAll }: ConnectionLimits,
): void {
  const isFromProxy = trustIn(TRUSTED_PROXIES)
  const open = new OpenConnections(ofAll)
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) {
      // It was reset before. Node would still read its request, whose client no limit knows.
      socket.destroy()
      return
    }
    if (isFromProxy({ socket })) return
    const network = clientNetworkOf(remoteAddress)
    if (open.of(network) >= ofNetwork) socket.destroy()
    else open.add(socket, network)
  })
  app.addHook('onRequest', async ({ raw: { socket } }, { raw }) => {
    raw.once('close', open.spare(socket))
  })
}
