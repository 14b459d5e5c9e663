import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#domain/problem.ts'
import type { Settings } from '#server/env.ts'
import { clientNetworkOf } from './client-network.ts'

const RETRY_AFTER_SECONDS = 2

type Limits = {
  /** Maximum number of requests of one client network that are worked on. */
  running: number
  /** Maximum number of its further requests. */
  waiting: number
  /** Maximum wait in milliseconds. */
  waitMs: number
}

/**
 * More than a crowd behind one address sends at once. Refused clients come back, so refusing costs more than waiting.
 */
const WAITING = 500

/** Adds `inTurn` to a server. Leaves most of the database connections to other client networks. */
export function takeTurns(app: FastifyInstance, { DATABASE_POOL }: Pick<Settings, 'DATABASE_POOL'>): void {
  const running = Math.max(1, Math.floor(DATABASE_POOL / 4))
  const turns = new NetworkTurns({ running, waiting: WAITING, waitMs: 5_000 })
  app.decorate('inTurn', (request, reply, work) => turns.take(request, reply, work))
}

/** Gives the turn of a request back during work that waits for something else than the database, then takes another. */
export type OutsideTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

type Turns = { running: number; waiting: Set<() => void> }

/**
 * Shares the server among client networks: works on a limited number of requests of each at once, in the order of
 * arrival, so that the requests of one network never queue behind those of another.
 */
export class NetworkTurns {
  readonly #limits: Limits
  readonly #turnsOf = new Map<string, Turns>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Number of client networks with requests. */
  get size(): number {
    return this.#turnsOf.size
  }

  /**
   * Does the work of a request when it is its turn. Throws `busy` if too many requests of the network wait, if the turn
   * does not come in time, or if the client leaves while waiting. Requests that the server sends to itself take no
   * turn: they belong to one that has.
   */
  async take<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (outsideTurn: OutsideTurn) => Promise<Result>,
  ): Promise<Result> {
    if (!(request.raw.socket instanceof Socket)) return work((other) => other())
    const network = clientNetworkOf(request.ip)
    let end: (() => void) | undefined = await this.#start(network, reply)
    const outsideTurn: OutsideTurn = async (other) => {
      end?.()
      end = undefined
      const result = await other()
      end = await this.#start(network, reply)
      return result
    }
    try {
      return await work(outsideTurn)
    } finally {
      end?.()
    }
  }

  /** Waits for a turn. Returns the function that ends it. */
  async #start(network: string, reply: FastifyReply): Promise<() => void> {
    const turns = this.#turnsOf.get(network) ?? { running: 0, waiting: new Set() }
    this.#turnsOf.set(network, turns)
    try {
      if (turns.running >= this.#limits.running) await this.#wait(turns, reply)
      else turns.running += 1
    } catch (error) {
      this.#forget(network, turns)
      throw error
    }
    return () => {
      const [next] = turns.waiting
      if (next) next()
      else turns.running -= 1
      this.#forget(network, turns)
    }
  }

  /** Waits until a running request hands its turn over. */
  #wait({ waiting }: Turns, reply: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        leave()
        resolve()
      }
      const giveUp = () => {
        leave()
        reject(problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      }
      const timer = setTimeout(giveUp, this.#limits.waitMs)
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(start)
        reply.raw.off('close', giveUp)
      }
      if (waiting.size >= this.#limits.waiting) return giveUp()
      waiting.add(start)
      reply.raw.once('close', giveUp)
    })
  }

  #forget(network: string, { running, waiting }: Turns): void {
    if (running === 0 && waiting.size === 0) this.#turnsOf.delete(network)
  }
}
