import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'

/** Requests of a client network that begin before the server has read its other connections. */
const AT_ONCE = 5

/**
 * Begins a few requests of a client network at a time, and the next ones after the server has read its other
 * connections. Without that, two hundred connections with requests that are answered at once, such as those of unknown
 * addresses, fill each round of the event loop: a request of another network, which needs several rounds, took two
 * seconds.
 */
export class Pace {
  readonly #begun = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #isCounting = false

  /** Begins a request now or in one of the next rounds. */
  begin(network: string, start: () => void): void {
    if (!this.#isCounting) setImmediate(() => this.#beginRound())
    this.#isCounting = true
    const before = this.#begun.get(network) ?? 0
    this.#begun.set(network, before + 1)
    if (before < AT_ONCE) return start()
    const queue = this.#waiting.get(network)
    if (queue) queue.push(start)
    else this.#waiting.set(network, [start])
  }

  #beginRound(): void {
    this.#begun.clear()
    for (const [network, queue] of this.#waiting) {
      const next = queue.splice(0, AT_ONCE)
      this.#begun.set(network, next.length)
      if (queue.length === 0) this.#waiting.delete(network)
      for (const start of next) start()
    }
    this.#isCounting = this.#begun.size > 0
    if (this.#isCounting) setImmediate(() => this.#beginRound())
  }
}

/** Paces all requests of clients. */
export function paceRequests(app: FastifyInstance): void {
  const pace = new Pace()
  app.decorate('pace', pace)
  app.addHook('onRequest', ({ raw, ip }, _reply, done) => {
    if (raw.socket instanceof Socket) pace.begin(clientNetworkOf(ip), done)
    else done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    pace: Pace
  }
}
