import { ApiError } from '#client/calls/api-error.ts'

type Open = (options: {
  readonly signal: AbortSignal
  readonly lastEventId: string | undefined
}) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>

/** The delay before reconnecting, until the server sends another one. */
const RETRY_MS = 3_000

/**
 * Receives server-sent events like the browser's `EventSource`, but by a request that can carry a token. Dispatches
 * each event by its name, and `error` whenever the stream breaks. Reconnects after the last event until it is closed or
 * the server refuses it.
 */
export class FetchedEvents extends EventTarget {
  readonly #open: Open
  readonly #closing = new AbortController()
  #lastEventId: string | undefined
  #retryMs = RETRY_MS

  constructor(open: Open) {
    super()
    this.#open = open
    void this.#run()
  }

  close(): void {
    this.#closing.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let isRefused = false
    while (!isRefused && !signal.aborted) {
      try {
        const bytes = await this.#open({ signal, lastEventId: this.#lastEventId })
        if (bytes) await this.#receive(bytes)
      } catch (error) {
        // Without a status, the connection broke.
        isRefused = error instanceof ApiError && error.status > 0
      }
      if (signal.aborted) return
      this.dispatchEvent(new Event('error'))
      await new Promise((resolve) => setTimeout(resolve, this.#retryMs))
    }
  }

  async #receive(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
    let unread = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (unread + part.value).split('\n\n')
      unread = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
  }

  /** Dispatches one event, or reads the delay before reconnecting. */
  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w+: ?/, '')]))
    this.#lastEventId = fields.get('id') ?? this.#lastEventId
    this.#retryMs = Number(fields.get('retry') ?? this.#retryMs)
    const data = fields.get('data')
    if (data !== undefined) this.dispatchEvent(new MessageEvent(fields.get('event') ?? 'message', { data }))
  }
}
