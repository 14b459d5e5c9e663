import type { FastifyReply } from 'fastify'
import { problem } from '#domain/problem.ts'

const RETRY_AFTER_SECONDS = 2
const SECOND_MS = 1_000

export type Limits = {
  /** Maximum number of requests of one lane that are worked on. */
  running: number
  /** Maximum number of its further requests. */
  waiting: number
  /** Maximum wait in milliseconds. */
  waitMs: number
  /**
   * Lets only as many requests wait as ended in the last second, once some have waited for a second without a break.
   * Counts requests with and without precedence apart, so those that can only wait longer are refused at once.
   */
  isAdaptive?: boolean
}

/** Waits for a turn, before requests without precedence if it has some. */
type Request = { reply: FastifyReply; hasPrecedence?: boolean }

/** The requests of a lane with precedence, or those without. */
type Queue = {
  /** The functions that start waiting requests. */
  waiting: Set<() => void>
  /** The time since which requests wait without a break. */
  busySince: number
  /** The turns that ended in this second, and in the one before. */
  ended: { since: number; now: number; before: number }
}

type Lane = { running: number; first: Queue; second: Queue }

/** Works on a limited number of requests of each lane at once, in the order of precedence and arrival. */
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
  async start(name: string, request: Request): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? newLane()
    this.#lanes.set(name, lane)
    try {
      if (lane.running >= this.#limits.running) await this.#wait(lane, request)
      else lane.running += 1
    } catch (error) {
      this.#forget(name, lane)
      throw error
    }
    return () => {
      countEnd(queueOf(lane, request))
      const [next] = [...lane.first.waiting.values().take(1), ...lane.second.waiting.values().take(1)]
      if (next) next()
      else lane.running -= 1
      this.#forget(name, lane)
    }
  }

  /** Waits until a running request hands its turn over. */
  #wait(lane: Lane, request: Request): Promise<void> {
    const { reply, hasPrecedence = false } = request
    const queue = queueOf(lane, request)
    const { waiting } = queue
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
      // Requests without precedence do not keep those with precedence from waiting.
      const ahead = hasPrecedence ? waiting.size : countWaiting(lane)
      if (ahead >= this.#limits.waiting || this.#isSurplus(queue)) return giveUp()
      if (waiting.size === 0) queue.busySince = performance.now()
      waiting.add(start)
      reply.raw.once('close', giveUp)
    })
  }

  #isSurplus({ waiting, busySince, ended }: Queue): boolean {
    const isBusy = waiting.size > 0 && performance.now() - busySince >= SECOND_MS
    const fewest = Math.ceil(this.#limits.running / 4)
    return this.#limits.isAdaptive === true && isBusy && waiting.size >= Math.max(fewest, countEnded(ended))
  }

  #forget(name: string, lane: Lane): void {
    if (lane.running === 0 && countWaiting(lane) === 0) this.#lanes.delete(name)
  }
}

const newQueue = (): Queue => ({
  waiting: new Set(),
  busySince: 0,
  ended: { since: performance.now(), now: 0, before: 0 },
})
const newLane = (): Lane => ({ running: 0, first: newQueue(), second: newQueue() })

const queueOf = ({ first, second }: Lane, { hasPrecedence = false }: Request) => (hasPrecedence ? first : second)
const countWaiting = ({ first, second }: Lane) => first.waiting.size + second.waiting.size

/** Returns the larger number of turns that ended in this second or the one before. */
function countEnded({ since, now, before }: Queue['ended']): number {
  const elapsedMs = performance.now() - since
  if (elapsedMs >= 2 * SECOND_MS) return 0
  return elapsedMs >= SECOND_MS ? now : Math.max(now, before)
}

function countEnd({ ended }: Queue): void {
  const now = performance.now()
  const elapsedMs = now - ended.since
  if (elapsedMs >= SECOND_MS) {
    ended.before = elapsedMs < 2 * SECOND_MS ? ended.now : 0
    ended.now = 0
    ended.since = now
  }
  ended.now += 1
}
