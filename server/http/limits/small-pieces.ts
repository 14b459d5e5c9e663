import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Pieces of a body that may be of any size. */
const FREE_PIECES = 64
/** The least average size of further ones. Clients and proxies send kilobytes, and packets of any network have more. */
const LEAST_BYTES = 256
/** The time in which a client can read an answer that came before the end of its body. */
const ANSWER_READ_WITHIN_MS = 1_000

/**
 * Closes connections whose bodies arrive in many small pieces, which are chunks (`Transfer-Encoding: chunked`) or
 * packets, and those whose bodies go on after the answer. Each piece costs time and a kilobyte of memory, whatever its
 * size: 20 connections with chunks of one byte took 1.6 GB and delayed the requests of others by 15 seconds.
 */
export function limitSmallPieces({ server }: FastifyInstance): void {
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { headers } = request
    const isChunked = headers['transfer-encoding'] !== undefined
    if (!isChunked && headers['content-length'] === undefined) return
    const { socket } = request
    const push = request.push.bind(request)
    let pieces = 0
    let bytes = 0
    request.push = (piece: Buffer | null) => {
      pieces += 1
      bytes += piece?.length ?? 0
      const isTooSmall = pieces > FREE_PIECES && bytes < (pieces - FREE_PIECES) * LEAST_BYTES
      if (!isTooSmall) return push(piece)
      socket.destroy()
      return false
    }
    // The end of a body of a told length is known, up to which Node drops the rest.
    if (!isChunked) return
    reply.once('finish', () => {
      if (request.complete || socket.destroyed) return
      // Stops reading, after Node has begun to drop the rest of the body. Closing at once would lose the answer.
      setImmediate(() => socket.pause())
      setTimeout(() => socket.destroy(), ANSWER_READ_WITHIN_MS).unref()
    })
  })
}
