import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'
import { clientNetworkOf } from '../client-network.ts'
import { NetworkCounts } from './network-counts.ts'

/** Limits the bytes of all large bodies that are in memory at once. */
const MAX_HELD_BYTES = 128_000_000
/** Bodies up to this size pass though large ones fill the memory, so that purchases go on. Most calls are smaller. */
const SMALL_BYTES = 16 * 1024
/** Small bodies of a client network that are in memory at once. More requests than these would wait for no turn. */
const MAX_SMALL = 1_000
/** Counts for a body that does not tell its length. */
const UNTOLD_BYTES = 1_000_000
/** Counts for a longer body. It is refused as too large, and not kept. */
const LARGEST_BYTES = 32_000_000
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses large bodies while too many are in memory, most of which may be arriving slowly. A client network holds no
 * more than is left for all others. Each counts by its declared length until it is answered or its client leaves. Small
 * bodies count by their number, per network.
 * Refuses compressed ones, because that of 300 bytes may become a quarter of a megabyte.
 */
export function limitHeldBodies(app: FastifyInstance, { maxBytes = MAX_HELD_BYTES, maxSmall = MAX_SMALL } = {}): void {
  const largeBytes = new NetworkCounts()
  const smallBodies = new NetworkCounts()
  app.addHook('preParsing', async (request, { raw }) => {
    const bytes = bytesOf(request)
    if (bytes === 0) return
    if (isCompressed(request)) throw problem('unsupported_media_type')
    const network = clientNetworkOf(request.ip)
    const isSmall = bytes <= SMALL_BYTES
    const isTooMuch = isSmall
      ? smallBodies.of(network) >= maxSmall
      : largeBytes.of(network) + bytes > maxBytes - largeBytes.total
    if (isTooMuch) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    // The client may have left while its request waited to begin. Nothing would tell of it again.
    if (request.raw.socket.destroyed) return
    const release = isSmall ? smallBodies.add(network, 1) : largeBytes.add(network, bytes)
    raw.once('finish', release).once('close', release)
  })
}

/** Returns the declared length of a body. */
function bytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return UNTOLD_BYTES
  return Math.min(Number(headers['content-length'] ?? 0), LARGEST_BYTES)
}

function isCompressed({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  return encoding !== undefined && encoding !== '' && encoding !== 'identity'
}
