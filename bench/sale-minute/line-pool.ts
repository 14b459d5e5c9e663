import { HttpLine } from '../shared/http-line.ts'

export type Answer = { status: number; body: string; ms: number }
/** `from`: the number of the person, who always has the same address. */
type Sent = { from: number; method: string; path: string; authorization?: string; accept?: string; body?: object }

/** Connections from addresses of their own, each with one request at a time, in the order in which they are sent. */
export class LinePool {
  readonly #lines: readonly HttpLine[]
  readonly #last: Promise<unknown>[]

  private constructor(lines: readonly HttpLine[]) {
    this.#lines = lines
    this.#last = lines.map(() => Promise.resolve())
  }

  /** Opens connections to the ports in turn. `network` is the third byte of their addresses. */
  static async open(ports: readonly number[], { count, network }: { count: number; network: number }) {
    const lines = Array.from({ length: count }, (_, index) =>
      HttpLine.open(
        ports[index % ports.length] ?? 0,
        `127.0.${network + Math.floor(index / 250)}.${1 + (index % 250)}`,
      ),
    )
    return new LinePool(await Promise.all(lines))
  }

  /** Sends a request over the connection of its person. `ms`: from sending to the whole answer. */
  async send({ from, method, path, authorization, accept, body }: Sent): Promise<Answer> {
    const index = from % this.#lines.length
    const line = this.#lines[index] as HttpLine
    const headers = { ...(authorization && { authorization }), ...(accept && { accept, 'accept-encoding': 'gzip' }) }
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`${method} /api/v1${path} HTTP/1.1`, ...fields].join('\r\n')
    const sent = (this.#last[index] ?? Promise.resolve()).then(async () => {
      const startedAt = performance.now()
      const answer = await line.send(head, body && JSON.stringify(body))
      return { ...answer, ms: performance.now() - startedAt }
    })
    this.#last[index] = sent
    return sent
  }

  close(): void {
    for (const line of this.#lines) line.close()
  }
}
