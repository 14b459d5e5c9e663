import { performance as loop } from 'node:perf_hooks'

/** The share of the client networks that are let in is adapted this often. */
const PERIOD_MS = 250
/** A longer mean wait of the requests that are let in makes the share shrink. */
const WAIT_MS = 50
/**
 * The share grows by this, or shrinks by this factor at most, in a period. Growing by a sum and shrinking by a factor
 * makes the shares of servers with one database equal, so that a network is not let in by one and refused by another.
 */
const GROWTH = 0.01
const SHRINKING = 0.95
/** A process that is busy for a smaller share of a period has little to do, and lets in many more. */
const IDLE = 0.2
const GROWTH_WHEN_IDLE = 0.1
/** An overload in which fewer networks than this are refused in a period is over. One sender cannot prolong it. */
const FEW = 5
/** A network that is let in may send this many requests in a while: several pages. */
const CALLS = 40
const CALLS_WITHIN_MS = 5_000
/** An overload in which nobody asked for this long is over. */
const FORGOTTEN_AFTER_MS = 2_000

/** Returns the share of the time since the last call in which this process was busy. */
export function processUse(): () => number {
  let last = loop.eventLoopUtilization()
  return () => {
    const now = loop.eventLoopUtilization()
    const { utilization } = loop.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/**
 * The luckiest share of the client networks, whose requests an overloaded server lets in, a limited number of each.
 * Shrinks while these wait for long, and grows while they do not.
 */
export class LetIn {
  readonly #use: () => number
  #share = 1
  #since = performance.now()
  #count = 0
  #waitedMs = 0
  /** Some networks that were refused. */
  readonly #refused = new Set<string>()
  /** The requests of each network since `#callsSince`. */
  readonly #calls = new Map<string, number>()
  #callsSince = performance.now()

  constructor(use = processUse()) {
    this.#use = use
  }

  get isEveryone(): boolean {
    this.#adapt()
    return this.#share === 1
  }

  /** Lets in all networks again. */
  everyone(): void {
    this.#share = 1
  }

  /** Counts a request that was let in, with the time for which it waited. */
  count(waitedMs: number): void {
    this.#adapt()
    this.#count += 1
    this.#waitedMs += waitedMs
  }

  /**
   * Tells whether a request of a network with this luck (from 0 to 1) is not let in. One of a heavy network does not
   * tell that the overload goes on.
   */
  refuses(network: string, luck: number, { isHeavy = false } = {}): boolean {
    this.#adapt()
    if (luck >= 1 - this.#share) return false
    if (!isHeavy && this.#refused.size < FEW) this.#refused.add(network)
    return true
  }

  /** Counts a request. Tells whether its network has sent too many, while not everybody is let in. */
  isGreedy(network: string): boolean {
    const now = performance.now()
    if (now - this.#callsSince >= CALLS_WITHIN_MS) {
      this.#calls.clear()
      this.#callsSince = now
    }
    const calls = (this.#calls.get(network) ?? 0) + 1
    this.#calls.set(network, calls)
    return calls > CALLS && !this.isEveryone
  }

  #adapt(): void {
    const now = performance.now()
    const elapsedMs = now - this.#since
    if (elapsedMs < PERIOD_MS) return
    this.#share = elapsedMs >= FORGOTTEN_AFTER_MS ? 1 : this.#nextShare()
    this.#since = now
    this.#count = 0
    this.#waitedMs = 0
    this.#refused.clear()
  }

  #nextShare(): number {
    const use = this.#use()
    const meanMs = this.#count === 0 ? 0 : this.#waitedMs / this.#count
    if (meanMs >= WAIT_MS) return this.#share * Math.max(SHRINKING, WAIT_MS / meanMs)
    if (this.#refused.size < FEW) return 1
    return Math.min(1, this.#share + (use < IDLE ? GROWTH_WHEN_IDLE : GROWTH))
  }
}
