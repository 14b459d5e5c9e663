import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'
import { clientNetworkOf } from './client-network.ts'

/** Limits the bytes of all large bodies that are in memory at once. */
const MAX_HELD_BYTES = 128_000_000
/** Bodies up to this size are always accepted, so that purchases go on. All calls but texts and uploads are smaller. */
const SMALL_BYTES = 16 * 1024
/** Counts for a body that does not tell its length. */
const UNTOLD_BYTES = 1_000_000
/** Counts for a longer body. It is refused as too large, and not kept. */
const LARGEST_BYTES = 32_000_000
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses large bodies while too many are in memory, most of which may be arriving slowly. A client network holds no
 * more than is left for all others. Each counts by its declared length until it is answered or its client leaves.
 * Refuses compressed ones, because that of 300 bytes may become a quarter of a megabyte.
 */
export function limitHeldBodies(app: FastifyInstance, { maxBytes = MAX_HELD_BYTES } = {}): void {
  const heldBy = new Map<string, number>()
  let held = 0
  function count(network: string, bytes: number): void {
    held += bytes
    const own = (heldBy.get(network) ?? 0) + bytes
    if (own > 0) heldBy.set(network, own)
    else heldBy.delete(network)
  }
  app.addHook('preParsing', async (request, { raw }) => {
    const bytes = bytesOf(request)
    if (bytes > 0 && isCompressed(request)) throw problem('unsupported_media_type')
    if (bytes <= SMALL_BYTES) return
    const network = clientNetworkOf(request.ip)
    const isTooMuch = (heldBy.get(network) ?? 0) + bytes > maxBytes - held
    if (isTooMuch) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    // The client may have left while its request waited to begin. Nothing would tell of it again.
    if (request.raw.socket.destroyed) return
    count(network, bytes)
    let isHeld = true
    const release = () => {
      if (isHeld) count(network, -bytes)
      isHeld = false
    }
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
