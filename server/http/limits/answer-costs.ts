import { LRUCache } from 'lru-cache'
import { busy } from '#server/concurrency/wait-in-line.ts'

/** Cheaper answers do not count: those of ordinary pages. In milliseconds of processor time. */
const FREE_MS = 3
/** Reading rows takes about as long as shaping and writing them. */
const COST_PER_SHAPING = 2
/** Limits the cost of the answers to a sender at once, in milliseconds of processor time. */
const BURST_MS = 500
/** The share of a processor that they may take for long. */
const SHARE = 0.1
const MAX_SENDERS = 1_000

/** Does work of this thread, and counts its processor time. */
export type Counted = <Result>(work: () => Result) => Result

/**
 * Counts the processor time of the expensive answers of one call by sender, such as lists of orders with hundreds of
 * items: while one is shaped and written, no other request is answered. A request has two senders, its client network
 * and its account or device, which may ask from many networks.
 */
export class AnswerCosts {
  #debts: LRUCache<string, { ms: number; at: number }> | undefined

  /** Throws `busy` for a sender whose answers have cost too much recently. */
  requireRoom(sender: string, now = performance.now()): void {
    if (this.#debtOf(sender, now) > BURST_MS) throw busy()
  }

  /** Shapes and writes an answer, and counts the cost of all of it. */
  countShaping<Result>(senders: readonly string[], shape: () => Result): Result {
    return this.count(senders, shape, COST_PER_SHAPING)
  }

  /** Does work of this thread, and counts its processor time as often as given. */
  count<Result>(senders: readonly string[], work: () => Result, times = 1): Result {
    const before = process.threadCpuUsage()
    const result = work()
    const { user, system } = process.threadCpuUsage(before)
    for (const sender of senders) this.add(sender, ((user + system) / 1_000) * times)
    return result
  }

  /** Adds the cost of an answer in milliseconds of processor time. */
  add(sender: string, ms: number, now = performance.now()): void {
    if (ms <= FREE_MS) return
    this.#debts ??= new LRUCache({ max: MAX_SENDERS })
    this.#debts.set(sender, { ms: this.#debtOf(sender, now) + ms, at: now })
  }

  #debtOf(sender: string, now: number): number {
    const debt = this.#debts?.get(sender)
    return debt ? Math.max(0, debt.ms - (now - debt.at) * SHARE) : 0
  }
}
