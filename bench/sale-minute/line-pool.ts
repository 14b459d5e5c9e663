import { HttpLine } from '../http-line.ts'

export type Answer = { status: number; body: string; ms: number }
type Sent = { method: string; path: string; authorization?: string; body?: object }

/** Connections from addresses of their own, each with one request at a time. Further requests wait for a free one. */
export class LinePool {
  readonly #free: HttpLine[]
  readonly #all: readonly HttpLine[]
  readonly #waiting: ((line: HttpLine) => void)[] = []

  private constructor(lines: readonly HttpLine[]) {
    this.#all = lines
    this.#free = [...lines]
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

  /** Sends a request. `ms`: from sending to the whole answer. */
  async send({ method, path, authorization, body }: Sent): Promise<Answer> {
    const line = this.#free.pop() ?? (await new Promise<HttpLine>((resolve) => this.#waiting.push(resolve)))
    const head = [`${method} /api/v1${path} HTTP/1.1`, ...(authorization ? [`authorization: ${authorization}`] : [])]
    const startedAt = performance.now()
    const answer = await line.send(head.join('\r\n'), body && JSON.stringify(body))
    const ms = performance.now() - startedAt
    const next = this.#waiting.shift()
    if (next) next(line)
    else this.#free.push(line)
    return { ...answer, ms }
  }

  close(): void {
    for (const line of this.#all) line.close()
  }
}
