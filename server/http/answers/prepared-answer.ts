import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isNamed } from './etag.ts'
import { IMMUTABLE, keepFileHeaders } from './file-headers.ts'
import { accepts } from './media-types.ts'
import { sendAsIs } from './send-as-is.ts'

const compressInThread = promisify(gzip)
/** Up to this size, compressing takes less time than handing the content to a thread. */
const SMALL_BYTES = 16 * 1024

const REVALIDATE = 'public, no-cache'
const PRIVATE = 'private, no-cache'
const HOUR = 'public, max-age=3600'
const NO_STORE = 'no-store'

type Parts = {
  type: string
  cacheControl: string
  content: Uint8Array
  compressed?: Buffer
  fileName?: string
  etag: string
}

/** An answer that is serialised and compressed once and sent many times, with an ETag and 304. */
export class PreparedAnswer {
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Prepares a JSON answer that clients revalidate by its ETag. */
  static async ofJson(value: unknown, type = 'application/json; charset=utf-8'): Promise<PreparedAnswer> {
    return PreparedAnswer.ofBytes(Buffer.from(JSON.stringify(value)), type)
  }

  /** Prepares bytes worth compressing, such as a text, that clients revalidate by their ETag. */
  static async ofBytes(content: Uint8Array, type: string): Promise<PreparedAnswer> {
    const compressed = await compress(content)
    return new PreparedAnswer({ type, cacheControl: REVALIDATE, content, compressed, etag: etagOf(content) })
  }

  /**
   * Prepares a JSON answer for the asking client alone, whose ETag is that of its version. Builds it only for a client
   * that has another version.
   */
  static async ofVersion(
    ifNoneMatch: string | undefined,
    version: unknown,
    build: () => Promise<unknown>,
  ): Promise<PreparedAnswer> {
    const etag = etagOf(Buffer.from(JSON.stringify(version)))
    const type = 'application/json; charset=utf-8'
    if (isNamed(etag, ifNoneMatch)) {
      return new PreparedAnswer({ type, cacheControl: PRIVATE, content: Buffer.alloc(0), etag })
    }
    const content = Buffer.from(JSON.stringify(await build()))
    return new PreparedAnswer({ type, cacheControl: PRIVATE, content, compressed: await compress(content), etag })
  }

  /** Prepares an immutable file. Its name must be a token of HTTP: letters, digits, hyphens and dots. */
  static ofFile(type: string, fileName: string, content: Buffer): PreparedAnswer {
    return new PreparedAnswer({ type, cacheControl: IMMUTABLE, content, fileName, etag: etagOf(content) })
  }

  /** The bytes that the answer keeps in memory. */
  get size(): number {
    return this.#parts.content.length + (this.#parts.compressed?.length ?? 0)
  }

  /** Returns the same answer as immutable, for an address that contains its version. */
  forEver(): PreparedAnswer {
    return new PreparedAnswer({ ...this.#parts, cacheControl: IMMUTABLE })
  }

  /** Returns the same answer for the asking client alone, which revalidates it. */
  forOneClient(): PreparedAnswer {
    return new PreparedAnswer({ ...this.#parts, cacheControl: PRIVATE })
  }

  /** Returns the same answer for caches to keep for an hour. */
  forAnHour(): PreparedAnswer {
    return new PreparedAnswer({ ...this.#parts, cacheControl: HOUR })
  }

  /** Returns the same answer for nobody to store, because it describes a moment. */
  unstored(): PreparedAnswer {
    return new PreparedAnswer({ ...this.#parts, cacheControl: NO_STORE })
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { type, cacheControl, content, compressed, fileName, etag } = this.#parts
    reply.header('etag', etag).header('cache-control', cacheControl)
    reply.header('vary', compressed ? 'accept, accept-encoding' : 'accept')
    if (cacheControl === IMMUTABLE) keepFileHeaders(reply)
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
    reply.type(type)
    if (fileName) reply.header('content-disposition', `inline; filename=${fileName}`)
    if (compressed && accepts(request.headers['accept-encoding']?.toString(), 'gzip')) {
      return reply.header('content-encoding', 'gzip').send(compressed)
    }
    return sendAsIs(request, reply, content)
  }
}

async function compress(content: Uint8Array): Promise<Buffer> {
  return content.length <= SMALL_BYTES ? gzipSync(content) : compressInThread(content)
}
