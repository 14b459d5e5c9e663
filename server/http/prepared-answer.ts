import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

const NEVER_UNASKED = 'public, no-cache'
const FOR_EVER = 'public, max-age=31536000, immutable'

type Parts = { type: string; cacheControl: string; content: Buffer; compressed?: Buffer; etag: string }

/** An answer made once and sent many times: compressed, with an ETag, and 304 for who has it already. */
export class PreparedAnswer {
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A JSON answer that stays what it is, but at an address that may come to mean another: its ETag is asked about. */
  static async ofJson(value: unknown): Promise<PreparedAnswer> {
    return PreparedAnswer.#compressed('application/json; charset=utf-8', Buffer.from(JSON.stringify(value)))
  }

  /** The compact form of such an answer. */
  static async ofCompact(type: string, bytes: Uint8Array): Promise<PreparedAnswer> {
    return PreparedAnswer.#compressed(type, Buffer.from(bytes))
  }

  /** Bytes that never change under their address. */
  static ofBytes(type: string, content: Buffer): PreparedAnswer {
    return new PreparedAnswer({ type, cacheControl: FOR_EVER, content, etag: etagOf(content) })
  }

  static async #compressed(type: string, content: Buffer): Promise<PreparedAnswer> {
    const compressed = await compress(content)
    return new PreparedAnswer({ type, cacheControl: NEVER_UNASKED, content, compressed, etag: etagOf(content) })
  }

  /** The same, for who asks at an address that will never mean anything else. */
  forEver(): PreparedAnswer {
    return new PreparedAnswer({ ...this.#parts, cacheControl: FOR_EVER })
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { type, cacheControl, content, compressed, etag } = this.#parts
    reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'accept, accept-encoding')
    if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type(type)
    if (compressed && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.header('content-encoding', 'gzip').send(compressed)
    }
    return reply.send(content)
  }
}

/** Weak: the plain and the compressed bytes say the same under one tag. */
function etagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether If-None-Match names a tag: in its list, weakly or strongly, or as one of all. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
}
