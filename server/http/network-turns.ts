import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/env.ts'
import { clientNetworkOf } from './client-network.ts'
import { type Limits, Turns } from './turns.ts'

/**
 * More than a crowd behind one address sends at once. Refused clients come back, so refusing costs more than waiting.
 */
const WAITING = 500

const UNLIMITED: Limits = { running: Infinity, waiting: 0, waitMs: 0 }
/** The share of the database connections that requests which write may use, of which each uses one at a time. */
const WRITING_SHARE = 0.6

/**
 * Adds `inTurn` to a server. Leaves most of the database connections to other client networks, and some to requests
 * that read: those that write may wait for a standby of the database until it is back. Works on no more requests at
 * once than find a connection soon, and refuses those of an overload at once.
 */
export function takeTurns(app: FastifyInstance, { DATABASE_POOL }: Pick<Settings, 'DATABASE_POOL'>): void {
  const running = Math.max(1, Math.floor(DATABASE_POOL / 4))
  const turns = new NetworkTurns(
    { running, waiting: WAITING, waitMs: 5_000 },
    { running: 2 * DATABASE_POOL, waiting: 2 * WAITING, waitMs: 5_000, isAdaptive: true },
    { running: Math.max(1, Math.floor(DATABASE_POOL * WRITING_SHARE)), waiting: 2 * WAITING, waitMs: 5_000 },
  )
  app.decorate('inTurn', (request, reply, work) => turns.take(request, reply, work))
}

/** Gives the turn of a request back during work that waits for something else than the database, then takes another. */
export type OutsideTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Shares the server among client networks: works on a limited number of requests of each at once, in the order of
 * arrival, so that the requests of one network never queue behind those of another. Limits the requests of all networks
 * together as well.
 */
export class NetworkTurns {
  readonly #networks: Turns
  readonly #shop: Turns
  readonly #writing: Turns

  /** `ofWriting` limits the requests of all networks that write. */
  constructor(ofNetwork: Limits, ofShop: Limits, ofWriting: Limits = UNLIMITED) {
    this.#networks = new Turns(ofNetwork)
    this.#shop = new Turns(ofShop)
    this.#writing = new Turns(ofWriting)
  }

  /** Number of client networks with requests. */
  get size(): number {
    return this.#networks.size
  }

  /**
   * Does the work of a request when it is its turn. Throws `busy` if too many requests wait, if the turn does not come
   * in time, or if the client leaves while waiting. Requests that the server sends to itself take no turn: they belong
   * to one that has.
   */
  async take<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (outsideTurn: OutsideTurn) => Promise<Result>,
  ): Promise<Result> {
    if (!(request.raw.socket instanceof Socket)) return work((other) => other())
    const network = clientNetworkOf(request.ip)
    const isWriting = request.method !== 'GET' && request.method !== 'HEAD'
    let end: (() => void) | undefined = await this.#start(network, reply, isWriting)
    const outsideTurn: OutsideTurn = async (other) => {
      end?.()
      end = undefined
      const result = await other()
      end = await this.#start(network, reply, isWriting)
      return result
    }
    try {
      return await work(outsideTurn)
    } finally {
      // Requests that never wait would otherwise take turns without a pause, before the server reads other connections.
      setImmediate(() => end?.())
    }
  }

  /**
   * Waits for a turn of the network, then, to write, for one of the requests that write, then for one of the shop,
   * where requests that write have precedence, because most of them continue a purchase. Returns the function that ends
   * all.
   */
  async #start(network: string, reply: FastifyReply, isWriting: boolean): Promise<() => void> {
    const ends: (() => void)[] = []
    const endAll = () => {
      for (const end of ends.splice(0).toReversed()) end()
    }
    try {
      ends.push(await this.#networks.start(network, { reply }))
      if (isWriting) ends.push(await this.#writing.start('', { reply }))
      ends.push(await this.#shop.start('', { reply, hasPrecedence: isWriting }))
      return endAll
    } catch (error) {
      endAll()
      throw error
    }
  }
}
