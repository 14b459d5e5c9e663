import { setTimeout as pause } from 'node:timers/promises'

/**
 * Limits the time of work on a disk, such as that of another machine that is gone. Nothing can end such work, and it
 * occupies one of the few threads of Node, so there is no other work on the disk until it has ended.
 */
export class Disk {
  readonly #answersWithinMs: number
  #hanging: Promise<unknown> | undefined

  constructor(answersWithinMs: number) {
    this.#answersWithinMs = answersWithinMs
  }

  /** Settles like the work. Throws if it takes too long, or if earlier work has not ended. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#hanging) throw hangs()
    const working = work()
    const done = new AbortController()
    const limit = pause(this.#answersWithinMs, undefined, { signal: done.signal }).then(() => {
      this.#waitFor(working)
      throw hangs()
    })
    limit.catch(() => {})
    try {
      return await Promise.race([working, limit])
    } finally {
      done.abort()
    }
  }

  #waitFor(working: Promise<unknown>): void {
    const hanging = Promise.allSettled([this.#hanging, working]).then(() => {
      if (this.#hanging === hanging) this.#hanging = undefined
    })
    this.#hanging = hanging
  }

  /** Releases what is open on the disk, after hanging work has ended. Does not wait for that. */
  async release(close: () => Promise<void>): Promise<void> {
    if (!this.#hanging) return this.use(close)
    void this.#hanging.then(close).catch(() => {})
  }
}

const hangs = () => new Error('its disk does not answer')
