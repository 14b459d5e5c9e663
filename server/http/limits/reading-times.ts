import { TwoPeriods } from './two-periods.ts'

/** The share of the time for reads that a client network may take before it is heavy. */
const LIGHT_SHARE = 0.01
const WITHIN_MS = 5_000
const HEAVY_MS = LIGHT_SHARE * WITHIN_MS
/** A read that takes more of the time is slow, such as a search in a large shop. Usual ones take some milliseconds. */
const SLOW_MS = 50

/**
 * The time that the reads of each client network have taken of late. All reads that run at once share the time in equal
 * parts, so that a short read counts little although many others make it slow.
 */
export class ReadingTimes {
  #running = 0
  /** The part of the time since the beginning that a read would have had which always ran. */
  #partMs = 0
  #changedAt = performance.now()
  /** The values of `#partMs` at which the reads of each network began that run. */
  readonly #starts = new Map<string, number[]>()
  /** The milliseconds that the reads of each network took, and the networks whose reads were slow. */
  readonly #ofLate = new TwoPeriods(WITHIN_MS, () => ({ times: new Map<string, number>(), slow: new Set<string>() }))

  /** Notes that a read of a network begins. Returns the function that notes its end. */
  begin(network: string): () => void {
    this.#change(1)
    const start = this.#partMs
    const starts = this.#starts.get(network) ?? []
    this.#starts.set(network, starts)
    starts.push(start)
    return () => {
      this.#change(-1)
      starts.splice(starts.indexOf(start), 1)
      if (starts.length === 0) this.#starts.delete(network)
      const ms = this.#partMs - start
      const { times, slow } = this.#ofLate.now
      times.set(network, (times.get(network) ?? 0) + ms)
      if (ms >= SLOW_MS) slow.add(network)
    }
  }

  /** Tells whether the reads of a network took more than its share of the time of late. */
  isHeavy(network: string): boolean {
    return this.msOf(network) >= HEAVY_MS
  }

  /** Returns the milliseconds that the reads of a network took of late, those that run included. */
  msOf(network: string): number {
    const { now, before } = this.#ofLate
    const ms = (now.times.get(network) ?? 0) + this.#runningOf(network).reduce((sum, each) => sum + each, 0)
    return Math.max(ms, before.times.get(network) ?? 0)
  }

  /** Tells whether one of the reads of a network, those that run included, was slow of late. */
  isSlow(network: string): boolean {
    const { now, before } = this.#ofLate
    if (now.slow.has(network) || before.slow.has(network)) return true
    return this.#runningOf(network).some((ms) => ms >= SLOW_MS)
  }

  /** Counts the reads that run of networks with slow ones. */
  countSlow(): number {
    let reads = 0
    for (const [network, { length }] of this.#starts) if (this.isSlow(network)) reads += length
    return reads
  }

  /** Takes a network that asks far too often for a heavy one with slow reads, although none of them may have run. */
  noteGreedy(network: string): void {
    this.#noteHeavy(network)
    this.#ofLate.now.slow.add(network)
  }

  /** Keeps a network heavy, or slow, whose reads have to wait or are refused, for which it would be forgotten. */
  keep(network: string): void {
    if (!this.isHeavy(network)) return
    this.#noteHeavy(network)
    if (this.isSlow(network)) this.#ofLate.now.slow.add(network)
  }

  #noteHeavy(network: string): void {
    const { times } = this.#ofLate.now
    times.set(network, Math.max(times.get(network) ?? 0, HEAVY_MS))
  }

  #runningOf(network: string): number[] {
    const starts = this.#starts.get(network) ?? []
    if (starts.length > 0) this.#change(0)
    return starts.map((start) => this.#partMs - start)
  }

  #change(by: 1 | 0 | -1): void {
    const now = performance.now()
    if (this.#running > 0) this.#partMs += (now - this.#changedAt) / this.#running
    this.#changedAt = now
    this.#running += by
  }
}
