import { TwoPeriods } from './two-periods.ts'

/** The share of the time for reads that a client network may take before it is heavy. */
const LIGHT_SHARE = 0.01
const WITHIN_MS = 5_000
const HEAVY_MS = LIGHT_SHARE * WITHIN_MS
/** A read that takes more of the time is slow, such as a search in a large shop. Usual ones take some milliseconds. */
const SLOW_MS = 50

/**
 * The time that the reads of each client network have taken recently. All reads that run at once share the time in
 * equal parts, so that a short read counts little although many others make it slow.
 */
export class ReadingTimes {
  #running = 0
  /** The part of the time since the beginning that a read would have had which always ran. */
  #partMs = 0
  #changedAt = performance.now()
  /** The values of `#partMs` at which the reads of each network began that run. */
  readonly #starts = new Map<string, number[]>()
  /** The milliseconds that the reads of each network took, and the networks whose reads were slow. */
  readonly #recent = new TwoPeriods(WITHIN_MS, () => ({ times: new Map<string, number>(), slow: new Set<string>() }))

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
      const { times, slow } = this.#recent.now
      times.set(network, (times.get(network) ?? 0) + ms)
      if (ms >= SLOW_MS) slow.add(network)
    }
  }

  /** Tells whether the reads of a network recently took more than its share of the time. */
  isHeavy(network: string): boolean {
    return this.msOf(network) >= HEAVY_MS
  }

  /** Returns the milliseconds that the reads of a network took recently, those that run included. */
  msOf(network: string): number {
    const { now, before } = this.#recent
    const ms = (now.times.get(network) ?? 0) + this.#runningOf(network).reduce((sum, each) => sum + each, 0)
    return Math.max(ms, before.times.get(network) ?? 0)
  }

  /** Tells whether one of the reads of a network, those that run included, was slow recently. */
  isSlow(network: string): boolean {
    const { now, before } = this.#recent
    if (now.slow.has(network) || before.slow.has(network)) return true
    return this.#runningOf(network).some((ms) => ms >= SLOW_MS)
  }

  /** Counts the reads that run of networks with slow ones. */
  countSlow(): number {
    let reads = 0
    for (const [network, { length }] of this.#starts) if (this.isSlow(network)) reads += length
    return reads
  }

  /** Marks a network that asks far too often as heavy and slow, although none of its reads may have run. */
  noteGreedy(network: string): void {
    this.#noteHeavy(network)
    this.#recent.now.slow.add(network)
  }

  /**
   * Keeps a network heavy or slow while its reads wait or are refused. Otherwise it would count as new after ten
   * seconds.
   */
  keep(network: string): void {
    if (!this.isHeavy(network)) return
    this.#noteHeavy(network)
    if (this.isSlow(network)) this.#recent.now.slow.add(network)
  }

  #noteHeavy(network: string): void {
    const { times } = this.#recent.now
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
