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
   * Lets only as many requests wait as the lane ended in the last second, once some have waited for a second without a
   * break.
   */
  isAdaptive?: boolean
}

/** Waits for a turn, before requests without precedence if it has some. */
type Request = { reply: FastifyReply; hasPrecedence?: boolean }

type Lane = {
  running: number
  /** The functions that start waiting requests. */
  waiting: { first: Set<() => void>; second: Set<() => void> }
  /** The time since which requests wait without a break. */
  busySince: number
  /** The turns that ended in this second, and in the one before. */
  ended: { since: number; now: number; before: number }
}

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
      countEnd(lane)
      const [next] = [...lane.waiting.first.values().take(1), ...lane.waiting.second.values().take(1)]
      if (next) next()
      else lane.running -= 1
      this.#forget(name, lane)
    }
  }

  /** Waits until a running request hands its turn over. */
  #wait(lane: Lane, { reply, hasPrecedence = false }: Request): Promise<void> {
    const waiting = hasPrecedence ? lane.waiting.first : lane.waiting.second
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
      if (ahead >= this.#mostWaiting(lane)) return giveUp()
      if (countWaiting(lane) === 0) lane.busySince = performance.now()
      waiting.add(start)
      reply.raw.once('close', giveUp)
    })
  }

  #mostWaiting(lane: Lane): number {
    const { running, waiting, isAdaptive } = this.#limits
    const isBusy = countWaiting(lane) > 0 && performance.now() - lane.busySince >= SECOND_MS
    if (!isAdaptive || !isBusy) return waiting
    return Math.min(waiting, Math.max(running, lane.ended.now, lane.ended.before))
  }

  #forget(name: string, lane: Lane): void {
    if (lane.running === 0 && countWaiting(lane) === 0) this.#lanes.delete(name)
  }
}

function newLane(): Lane {
  return {
    running: 0,
    waiting: { first: new Set(), second: new Set() },
    busySince: 0,
    ended: { since: performance.now(), now: 0, before: 0 },
  }
}

const countWaiting = ({ waiting }: Lane) => waiting.first.size + waiting.second.size

function countEnd({ ended }: Lane): void {
  const now = performance.now()
  const elapsedMs = now - ended.since
  if (elapsedMs >= SECOND_MS) {
    ended.before = elapsedMs < 2 * SECOND_MS ? ended.now : 0
    ended.now = 0
    ended.since = now
  }
  ended.now += 1
}
