import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { problem } from '#domain/problem.ts'
import { clientNetworkOf } from '../client-network.ts'
import { closeGreediest, type HeldBytes } from './close-greediest.ts'
import { NetworkCounts } from './network-counts.ts'
import { watchPieces } from './watch-pieces.ts'

/** Limits the bytes of all large bodies that are in memory at once. */
const MAX_HELD_BYTES = 128_000_000
/** Several bodies of this size do not fill the memory. Most calls have smaller ones. */
const SMALL_BYTES = 16 * 1024
/** Small bodies of a client network that are in memory at once. More requests than these would wait for no turn. */
const MAX_SMALL = 1_000
const RETRY_AFTER_SECONDS = 5
const LOOK_EACH_MS = 200

/**
 * Limits what is in memory of large bodies, most of which may be arriving slowly: closes the oldest connections of the
 * client network that has sent most of them. Counts what has arrived, and not what is declared, so that nobody keeps
 * the bodies of others away without sending as much. Refuses small bodies beyond a number of a network, and compressed
 * ones, because that of 300 bytes may become a quarter of a megabyte.
 */
export function limitHeldBodies(app: FastifyInstance, { maxBytes = MAX_HELD_BYTES, maxSmall = MAX_SMALL } = {}): void {
  const largeBodies = new Set<HeldBytes>()
  const smallBodies = new NetworkCounts()
  app.addHook('preParsing', async ({ headers, ip, raw: request }, { raw: reply }) => {
    const bytes = bytesOf(headers)
    if (bytes === 0) return
    if (isCompressed(headers)) throw problem('unsupported_media_type')
    const network = clientNetworkOf(ip)
    const isSmall = bytes <= SMALL_BYTES
    if (isSmall && smallBodies.of(network) >= maxSmall)
      throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    // The client may have left while its request waited to begin. Nothing would tell of it again.
    if (request.socket.destroyed) return
    const release = isSmall ? smallBodies.add(network, 1) : hold(request, network)
    reply.once('finish', release).once('close', release)
  })

  /** Counts what has arrived of a large body, and what will. Returns the function that forgets it. */
  function hold(request: IncomingMessage, network: string): () => void {
    const body = { socket: request.socket, network, bytes: request.readableLength }
    watchPieces(request, (bytes) => (body.bytes += bytes))
    largeBodies.add(body)
    return () => largeBodies.delete(body)
  }

  const timer = setInterval(() => closeGreediest(maxBytes, largeBodies), LOOK_EACH_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Returns the declared length of a body. Infinite for one in chunks, which tells none. */
function bytesOf(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

function isCompressed(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  return encoding !== undefined && encoding !== '' && encoding !== 'identity'
}
