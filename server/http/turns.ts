import type { FastifyReply } from 'fastify'
import { problem } from '#domain/problem.ts'
import { RETRY_AFTER_SECONDS } from './errors.ts'

export type Limits = {
  /** Maximum number of requests of one lane that are worked on. */
  running: number
  /** Maximum number of its further requests. */
  waiting: number
  /** Maximum wait in milliseconds. */
  waitMs: number
}

type Lane = { running: number; waiting: Set<() => void> }

/** Works on a limited number of requests of each lane at once, in the order of arrival. */
export class Turns {
  readonly #limits: Limits
  readonly #lanes = new Map<string, Lane>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Number of lanes with requests. */
  get size(): number {
    return this.#lanes.size
  }

  /**
   * Waits for a turn. Returns the function that ends it. Throws `busy` if too many requests wait, if the turn does not
   * come in time, or if the client leaves while waiting.
   */
  async start(name: string, reply: FastifyReply): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(name, lane)
    try {
      if (lane.running >= this.#limits.running) await this.#wait(lane, reply)
      else lane.running += 1
    } catch (error) {
      this.#forget(name, lane)
      throw error
    }
    return () => {
      const [next] = lane.waiting
      if (next) next()
      else lane.running -= 1
      this.#forget(name, lane)
    }
  }

  /** Waits until a running request hands its turn over. */
  #wait({ waiting }: Lane, reply: FastifyReply): Promise<void> {
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

  #forget(name: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(name)
  }
}
