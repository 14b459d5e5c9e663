import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Chunk = string | Buffer
type Chunks = AsyncGenerator<Chunk>
type Parts = { readonly type: string; readonly fileName: string }

const BUFFERED_BYTES = 64 * 1024

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

  /** Sends the file no faster than the client takes it. A failure cuts the connection. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { type, fileName } = this.#parts
    reply.type(type).header('content-disposition', `attachment; filename=${fileName}`)
    reply.header('cache-control', 'no-store')
    if (request.method === 'HEAD' || request.raw.socket?.destroyed) {
      await this.#end()
      return reply.send()
    }
    const stream = Readable.from(this.#content(), { objectMode: false, highWaterMark: BUFFERED_BYTES })
    // A client may leave before the stream is read for the first time, when the generator has not begun.
    stream.once('close', () => void this.#end())
    return reply.send(stream)
  }

  async *#content(): AsyncGenerator<Chunk> {
    if (this.#first.done) return
    yield this.#first.value
    yield* this.#chunks
  }

  #end(): Promise<unknown> {
    return this.#chunks.return(undefined)
  }
}
