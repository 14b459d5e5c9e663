import type { FastifyReply } from 'fastify'

/** Lets caches keep an answer for a year without asking again. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

const DOCUMENT_HEADERS = ['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'X-Frame-Options']

/**
 * Removes the headers that browsers read of documents only, and those that say what HTTP/1.1 implies: the connection
 * stays open. A page has dozens of scripts, styles and pictures, and over HTTP/1.1 each one repeats all headers.
 */
export function keepFileHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
  // Keeps Node from adding `Connection: keep-alive` and `Keep-Alive`. A server that stops still sends `close`.
  reply.raw.removeHeader('Connection')
}
