import type { EventEmitter } from 'node:events'
import { problem } from '#domain/problem.ts'

const RETRY_AFTER_SECONDS = 2

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
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor({ waiting = Infinity, ...limits }: Limits) {
    this.#limits = { ...limits, waiting }
  }

  /** Whether no task runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
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
    if (this.#running >= this.#limits.running) await this.#wait(client)
    else this.#running += 1
    return () => {
      const [next] = this.#waiting
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Waits until a running task hands its turn over. */
  #wait(client?: EventEmitter): Promise<void> {
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
        this.#waiting.delete(start)
        client?.off('close', giveUp)
      }
      if (this.#waiting.size >= this.#limits.waiting) return giveUp()
      this.#waiting.add(start)
      client?.once('close', giveUp)
    })
  }
}
