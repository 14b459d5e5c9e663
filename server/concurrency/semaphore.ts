import type { EventEmitter } from 'node:events'
import { busy, type Waiting, waitInLine } from './wait-in-line.ts'

export type Limits = {
  /** Maximum number of tasks that run at once. */
  running: number
  /** Maximum number of further tasks. Unlimited if missing. */
  waiting?: number
  /** Maximum wait in milliseconds. */
  waitMs: number
}

/** Lets a limited number of tasks run at once, in the order in which they ask. */
export class Semaphore {
  readonly #limits: Required<Limits>
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor({ waiting = Infinity, ...limits }: Limits) {
    this.#limits = { ...limits, waiting }
  }

  /** Whether no task runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Whether a further task would have to wait. */
  get isFull(): boolean {
    return this.#running >= this.#limits.running
  }

  /** Runs a task in its turn. Throws `busy` if the turn does not come in time, or if too many tasks wait. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const end = await this.start()
    try {
      return await task()
    } finally {
      end()
    }
  }

  /**
   * Waits for the turn of a task. Returns the function that ends the task, to be called once. Throws `busy` like `run`,
   * and also if the client's connection closes while the task waits.
   */
  async start(client?: EventEmitter): Promise<() => void> {
    const { waiting, waitMs } = this.#limits
    if (!this.isFull) this.#running += 1
    else if (this.#waiting.size >= waiting) throw busy()
    else await waitInLine(this.#waiting, { waitMs, client, enter: (entry) => entry })
    return () => {
      const [next] = this.#waiting
      if (next) next.start()
      else this.#running -= 1
    }
  }
}
