import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countUnread, onAnswered } from '../limits/unread-answers.ts'

type Chunk = string | Buffer
type Chunks = AsyncGenerator<Chunk>
type Parts = { readonly type: string; readonly fileName: string }

const BUFFERED_BYTES = 64 * 1024
/** How often a running download asks whether its client still may have it. */
const CHECK_MS = 1_000
/** One part waits in the connection, and one to be written to it. */
const PARTS_IN_MEMORY = 2

/** An answer that is a file, sent while it is made. */
export class Download {
  readonly #parts: Parts
  readonly #chunks: Chunks
  readonly #first: IteratorResult<Chunk>

  private constructor(parts: Parts, chunks: Chunks, first: IteratorResult<Chunk>) {
    this.#parts = parts
    this.#chunks = chunks
    this.#first = first
  }

  /**
   * Opens a file and makes its first part, so that a failure until then becomes an ordinary problem. The name must be a
   * token of HTTP: letters, digits, hyphens and dots.
   */
  static async open(parts: Parts, chunks: Chunks): Promise<Download> {
    return new Download(parts, chunks, await chunks.next())
  }

  /** Opens a file that is already in memory. */
  static ofContent(parts: Parts, content: Chunk): Promise<Download> {
    return Download.open(parts, inOnePart(content))
  }

  /**
   * Sends the file no faster than the client takes it, and counts the parts that wait for the client. A failure cuts
   * the connection, and so does `check` by throwing when the client may no longer have it.
   */
  async send(request: FastifyRequest, reply: FastifyReply, check: () => Promise<unknown>): Promise<FastifyReply> {
    const { type, fileName } = this.#parts
    reply.type(type).header('content-disposition', `attachment; filename=${fileName}`)
    reply.header('cache-control', 'no-store')
    if (request.method === 'HEAD' || request.raw.socket?.destroyed) {
      await this.#end()
      return reply.send()
    }
    const stream = Readable.from(this.#counted(request, reply, check), {
      objectMode: false,
      highWaterMark: BUFFERED_BYTES,
    })
    // A client may leave before the stream is read for the first time, when the generator has not begun.
    stream.once('close', () => void this.#end())
    return reply.send(stream)
  }

  async *#counted(request: FastifyRequest, reply: FastifyReply, check: () => Promise<unknown>): Chunks {
    const waiting: (() => void)[] = []
    onAnswered(reply, () => {
      for (const release of waiting) release()
    })
    for await (const chunk of this.#content(check)) {
      waiting.push(countUnread(request, chunk))
      if (waiting.length > PARTS_IN_MEMORY) waiting.shift()?.()
      yield chunk
    }
  }

  async *#content(check: () => Promise<unknown>): Chunks {
    if (this.#first.done) return
    let checkedAt = performance.now()
    yield this.#first.value
    for await (const chunk of this.#chunks) {
      if (performance.now() - checkedAt > CHECK_MS) {
        await check()
        checkedAt = performance.now()
      }
      yield chunk
    }
  }

  #end(): Promise<unknown> {
    return this.#chunks.return(undefined)
  }
}

// A download is made in parts, and this one has a single part.
// oxlint-disable-next-line require-await
async function* inOnePart(content: Chunk): Chunks {
  yield content
}
