import { LRUCache } from 'lru-cache'
import { busy } from '#server/concurrency/wait-in-line.ts'

/** Cheaper answers do not count: those of ordinary pages. In milliseconds of processor time. */
const FREE_MS = 3
/** Reading rows takes about as long as shaping and writing them. */
const COST_PER_SHAPING = 2
/** Limits the cost of the answers to a client network at once, in milliseconds of processor time. */
const BURST_MS = 500
/** The share of a processor that they may take for long. */
const SHARE = 0.1
const MAX_NETWORKS = 1_000

/**
 * Counts the processor time of the expensive answers of one call by client network, such as lists of orders with
 * hundreds of items: while one is shaped and written, no other request is answered.
 */
export class AnswerCosts {
  #debts: LRUCache<string, { ms: number; at: number }> | undefined

  /** Throws `busy` for a client network whose answers have cost too much of late. */
  requireRoom(network: string, now = performance.now()): void {
    if (this.#debtOf(network, now) > BURST_MS) throw busy()
  }

  /** Shapes and writes an answer, and counts the cost of all of it. */
  countShaping<Result>(network: string, shape: () => Result): Result {
    return this.count(network, shape, COST_PER_SHAPING)
  }

  /** Does work of this thread, and counts its processor time as often as given. */
  count<Result>(network: string, work: () => Result, times = 1): Result {
    const before = process.threadCpuUsage()
    const result = work()
    const { user, system } = process.threadCpuUsage(before)
    this.add(network, ((user + system) / 1_000) * times)
    return result
  }

  /** Adds the cost of an answer in milliseconds of processor time. */
  add(network: string, ms: number, now = performance.now()): void {
    if (ms <= FREE_MS) return
    this.#debts ??= new LRUCache({ max: MAX_NETWORKS })
    this.#debts.set(network, { ms: this.#debtOf(network, now) + ms, at: now })
  }

  #debtOf(network: string, now: number): number {
    const debt = this.#debts?.get(network)
    return debt ? Math.max(0, debt.ms - (now - debt.at) * SHARE) : 0
  }
}
