import { LRUCache } from 'lru-cache'
import { FairQueue, type QueueLimits } from './fair-queue.ts'

/** Keys with lines that are kept. */
const MAX_LINES = 1_000

/** Does the waiting of work. */
type Wait = (until: () => Promise<void>) => Promise<void>

/**
 * Runs the work of one key one after the other. Lanes take turns, so a long lane delays another one by a single work.
 * The limits are those of one key.
 */
export class FairLines<Key extends number | string> {
  readonly #limits: QueueLimits
  readonly #lines = new LRUCache<Key, FairQueue>({ max: MAX_LINES })

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs work in its turn. `wait` may do something before and after the wait for earlier work. Throws `busy` if the
   * line is full, or if the turn does not come in time.
   */
  async run<Result>(
    key: Key,
    lane: string,
    work: () => Promise<Result>,
    wait: Wait = (until) => until(),
  ): Promise<Result> {
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    let hasStarted = false
    const turn = this.#lineOf(key).run(lane, () => {
      hasStarted = true
      started.resolve()
      return ended.promise
    })
    turn.catch(started.reject)
    started.promise.catch(() => undefined)
    try {
      if (!hasStarted) await wait(() => started.promise)
      // Here and not in the queue, which calls in the asynchronous context of earlier work.
      return await work()
    } finally {
      ended.resolve()
    }
  }

  #lineOf(key: Key): FairQueue {
    const line = this.#lines.get(key) ?? new FairQueue(this.#limits)
    this.#lines.set(key, line)
    return line
  }
}
