import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'

/** Requests of a client network that begin before the server has read its other connections. */
const AT_ONCE = 5

/**
 * Begins a few requests of a client network at a time, and the next ones after the server has read its other
 * connections. Without that, two hundred connections with requests that are answered at once, such as those of unknown
 * addresses or of lists in memory, fill each round of the event loop: a request of another network, which needs several
 * rounds, took two seconds.
 */
export class Pace {
  readonly #begun = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()
  #isCounting = false

  /** Begins a request now or in one of the next rounds, unless its connection closes before. */
  begin(network: string, connection: Socket, start: () => void): void {
    if (!this.#isCounting) setImmediate(() => this.#beginRound())
    this.#isCounting = true
    if (!this.#waiting.has(network) && this.#hasRoomFor(network)) this.#start(network, start)
    else if (!connection.destroyed) this.#wait(network, connection, start)
  }

  #wait(network: string, connection: Socket, start: () => void): void {
    const queue = this.#waiting.get(network) ?? new Set()
    this.#waiting.set(network, queue)
    const leave = () => {
      queue.delete(startAndStay)
      if (queue.size === 0 && this.#waiting.get(network) === queue) this.#waiting.delete(network)
    }
    const startAndStay = () => {
      connection.off('close', leave)
      start()
    }
    queue.add(startAndStay)
    connection.once('close', leave)
  }

  #hasRoomFor(network: string): boolean {
    return (this.#begun.get(network) ?? 0) < AT_ONCE
  }

  #start(network: string, start: () => void): void {
    this.#begun.set(network, (this.#begun.get(network) ?? 0) + 1)
    start()
  }

  #beginRound(): void {
    this.#begun.clear()
    for (const [network, queue] of this.#waiting) {
      const next = [...queue.values().take(AT_ONCE)]
      for (const start of next) queue.delete(start)
      if (queue.size === 0) this.#waiting.delete(network)
      for (const start of next) this.#start(network, start)
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
    if (raw.socket instanceof Socket) pace.begin(clientNetworkOf(ip), raw.socket, done)
    else done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    pace: Pace
  }
}
