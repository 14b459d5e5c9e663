import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends bytes that many answers share as they are, in the coding that was chosen. `@fastify/compress` reads
 * `Accept-Encoding` in its own way (`x-gzip` means gzip), and would compress them anew for each client: three thousand
 * of them that read nothing took two gigabytes.
 */
export function sendAsIs({ raw }: FastifyRequest, reply: FastifyReply, content: Uint8Array): FastifyReply {
  // By this header a client tells it not to compress.
  raw.headers['x-no-compression'] = ''
  return reply.send(content)
}
