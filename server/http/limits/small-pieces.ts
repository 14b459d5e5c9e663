import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { watchPieces } from './watch-pieces.ts'

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
    let pieces = 0
    let all = 0
    watchPieces(request, (bytes) => {
      pieces += 1
      all += bytes
      if (pieces > FREE_PIECES && all < (pieces - FREE_PIECES) * LEAST_BYTES) socket.destroy()
    })
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
