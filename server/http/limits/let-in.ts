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
/** An overload that refuses fewer requests than this in a period is over. */
const FEW = 5

/**
 * The luckiest share of the client networks, whose requests an overloaded server lets in. Shrinks while these wait for
 * long, and grows while they do not.
 */
export class LetIn {
  #share = 1
  #since = performance.now()
  #count = 0
  #waitedMs = 0
  #refused = 0

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

  /** Tells whether a network with this luck (from 0 to 1) is not let in, and counts its request. */
  refuses(luck: number): boolean {
    this.#adapt()
    if (luck >= 1 - this.#share) return false
    this.#refused += 1
    return true
  }

  #adapt(): void {
    const now = performance.now()
    if (now - this.#since < PERIOD_MS) return
    const meanMs = this.#count === 0 ? 0 : this.#waitedMs / this.#count
    if (meanMs >= WAIT_MS) this.#share *= Math.max(SHRINKING, WAIT_MS / meanMs)
    else this.#share = this.#refused < FEW ? 1 : Math.min(1, this.#share + GROWTH)
    this.#since = now
    this.#count = 0
    this.#waitedMs = 0
    this.#refused = 0
  }
}
