import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Chunks of a body that may be of any size. */
const FREE_CHUNKS = 64
/** The least average size of further ones. Clients and proxies send kilobytes. */
const LEAST_BYTES = 256
/** The time in which a client can read an answer that came before the end of its body. */
const ANSWER_READ_WITHIN_MS = 1_000

/**
 * Closes connections whose bodies arrive in many small chunks (`Transfer-Encoding: chunked`), and those whose bodies go
 * on after the answer. Each chunk costs time and a kilobyte of memory, whatever its size: 20 connections with chunks of
 * one byte took 1.6 GB and delayed the requests of others by 15 seconds.
 */
export function limitSmallChunks({ server }: FastifyInstance): void {
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined) return
    const { socket } = request
    const push = request.push.bind(request)
    let chunks = 0
    let bytes = 0
    request.push = (chunk: Buffer | null) => {
      chunks += 1
      bytes += chunk?.length ?? 0
      const isTooSmall = chunks > FREE_CHUNKS && bytes < (chunks - FREE_CHUNKS) * LEAST_BYTES
      if (!isTooSmall) return push(chunk)
      socket.destroy()
      return false
    }
    reply.once('finish', () => {
      if (request.complete || socket.destroyed) return
      // Stops reading, after Node has begun to drop the rest of the body. Closing at once would lose the answer.
      setImmediate(() => socket.pause())
      setTimeout(() => socket.destroy(), ANSWER_READ_WITHIN_MS).unref()
    })
  })
}
