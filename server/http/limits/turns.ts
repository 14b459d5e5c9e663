import type { FastifyReply } from 'fastify'
import { type Limits, Semaphore } from '#server/concurrency/semaphore.ts'

/** Works on a limited number of requests of each lane at once, in the order of arrival. */
export class Turns {
  readonly #limits: Limits
  readonly #lanes = new Map<string, Semaphore>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Number of lanes with requests. */
  get size(): number {
    return this.#lanes.size
  }

  /** Tells whether a request of the lane would have to wait. */
  isFull(name: string): boolean {
    return this.#lanes.get(name)?.isFull ?? false
  }

  /**
   * Waits for a turn. Returns the function that ends it. Throws `busy` if too many requests wait, if the turn does not
   * come in time, or if the client leaves while waiting.
   */
  async start(name: string, reply: FastifyReply): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? new Semaphore(this.#limits)
    this.#lanes.set(name, lane)
    const end = await lane.start(reply.raw)
    return () => {
      end()
      if (lane.isIdle) this.#lanes.delete(name)
    }
  }
}
