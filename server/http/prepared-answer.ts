import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** An answer made once and sent many times: compressed, with an ETag, and 304 for who has it already. */
export class PreparedAnswer {
  readonly #type: string
  readonly #cacheControl: string
  readonly #content: Buffer
  readonly #compressed: Buffer | undefined
  readonly #etag: string

  private constructor(type: string, cacheControl: string, content: Buffer, compressed: Buffer | undefined) {
    this.#type = type
    this.#cacheControl = cacheControl
    this.#content = content
    this.#compressed = compressed
    // Weak: the plain and the compressed bytes say the same under one tag.
    this.#etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  }

  /** A JSON answer that stays what it is, but may be asked about again. */
  static async ofJson(value: unknown): Promise<PreparedAnswer> {
    const content = Buffer.from(JSON.stringify(value))
    return new PreparedAnswer('application/json; charset=utf-8', 'public, max-age=60', content, await compress(content))
  }

  /** The compact form of such an answer. */
  static async ofCompact(type: string, bytes: Uint8Array): Promise<PreparedAnswer> {
    return new PreparedAnswer(type, 'public, max-age=60', Buffer.from(bytes), await compress(bytes))
  }

  /** Bytes that never change under their address. */
  static ofBytes(type: string, content: Buffer): PreparedAnswer {
    return new PreparedAnswer(type, 'public, max-age=31536000, immutable', content, undefined)
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply
      .header('etag', this.#etag)
      .header('cache-control', this.#cacheControl)
      .header('vary', 'accept, accept-encoding')
    if (names(request.headers['if-none-match'], this.#etag)) return reply.code(304).send()
    reply.type(this.#type)
    if (this.#compressed && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.header('content-encoding', 'gzip').send(this.#compressed)
    }
    return reply.send(this.#content)
  }
}

/** Whether If-None-Match names a tag: in its list, weakly or strongly, or as one of all. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
}
