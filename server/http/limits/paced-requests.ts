import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetworkOf } from '../client-network.ts'

/** Requests of a client network that begin before the server has read its other connections. */
const AT_ONCE = 5
/** Requests for lists of all client networks that do: sixty networks would fill each round with three hundred. */
const LISTS_AT_ONCE = 32

/**
 * Begins a few requests of a client network at a time, and the next ones after the server has read its other
 * connections. Without that, two hundred connections with requests that are answered at once, such as those of unknown
 * addresses or of lists in memory, fill each round of the event loop: a request of another network, which needs several
 * rounds, took two seconds. `ofAll` limits the requests of all networks, which begin by turns.
 */
export class Pace {
  readonly #ofAll: number
  readonly #begun = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()
  #begunInAll = 0
  #isCounting = false

  constructor(ofAll = Infinity) {
    this.#ofAll = ofAll
  }

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
    return this.#begunInAll < this.#ofAll && (this.#begun.get(network) ?? 0) < AT_ONCE
  }

  #start(network: string, start: () => void): void {
    this.#begun.set(network, (this.#begun.get(network) ?? 0) + 1)
    this.#begunInAll += 1
    start()
  }

  #beginRound(): void {
    this.#begun.clear()
    this.#begunInAll = 0
    // A network that is put at the end again comes once more.
    for (const [network, queue] of this.#waiting) {
      if (this.#begunInAll >= this.#ofAll) break
      if (!this.#hasRoomFor(network)) continue
      const [next] = queue
      if (next) queue.delete(next)
      this.#waiting.delete(network)
      if (queue.size > 0) this.#waiting.set(network, queue)
      if (next) this.#start(network, next)
    }
    this.#isCounting = this.#begun.size > 0
    if (this.#isCounting) setImmediate(() => this.#beginRound())
  }
}

/** Paces all requests of clients, those for lists after others. */
export function paceRequests(app: FastifyInstance): void {
  const [pace, ofLists] = [new Pace(), new Pace(LISTS_AT_ONCE)]
  app.decorate('pace', pace)
  app.addHook('onRequest', ({ raw, ip, routeOptions }, _reply, done) => {
    if (!(raw.socket instanceof Socket)) return done()
    const { isList = false } = routeOptions.config
    ;(isList ? ofLists : pace).begin(clientNetworkOf(ip), raw.socket, done)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer to visitors is mostly in memory, so that it takes no turn. */
    isList?: boolean
  }
  interface FastifyInstance {
    pace: Pace
  }
}
