import { TwoPeriods } from './two-periods.ts'

/** The share of the time for reads that a client network may take before it is heavy. */
const LIGHT_SHARE = 0.01
const WITHIN_MS = 5_000
const HEAVY_MS = LIGHT_SHARE * WITHIN_MS
/** A read that takes more of the time is slow, such as a search in a large shop. Usual ones take some milliseconds. */
const SLOW_MS = 50

/** The milliseconds that the reads of each network took, and the networks whose reads were slow. */
type Reads = { times: Map<string, number>; slow: Set<string> }

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
  readonly #recent = new TwoPeriods<Reads>(WITHIN_MS, () => ({ times: new Map(), slow: new Set() }))

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

  /** Looks at the times as they are now, for use at once. */
  look(): TimesNow {
    this.#change(0)
    return new TimesNow(this.#recent.both, this.#starts, this.#partMs)
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
    const times = this.look()
    if (!times.isHeavy(network)) return
    this.#noteHeavy(network)
    if (times.isSlow(network)) this.#recent.now.slow.add(network)
  }

  #noteHeavy(network: string): void {
    const { times } = this.#recent.now
    times.set(network, Math.max(times.get(network) ?? 0, HEAVY_MS))
  }

  #change(by: 1 | 0 | -1): void {
    const now = performance.now()
    if (this.#running > 0) this.#partMs += (now - this.#changedAt) / this.#running
    this.#changedAt = now
    this.#running += by
  }
}

/** The times of all networks at a moment. Comparing many of them asks the clock once. */
export class TimesNow {
  readonly #now: Reads
  readonly #before: Reads
  readonly #starts: ReadonlyMap<string, readonly number[]>
  readonly #partMs: number
  #slowReads: number | undefined

  constructor(
    { now, before }: { now: Reads; before: Reads },
    starts: ReadonlyMap<string, readonly number[]>,
    partMs: number,
  ) {
    this.#now = now
    this.#before = before
    this.#starts = starts
    this.#partMs = partMs
  }

  /** Tells whether the reads of a network recently took more than its share of the time. */
  isHeavy(network: string): boolean {
    return this.msOf(network) >= HEAVY_MS
  }

  /** Returns the milliseconds that the reads of a network took recently, those that run included. */
  msOf(network: string): number {
    let ms = this.#now.times.get(network) ?? 0
    const starts = this.#starts.get(network)
    if (starts) for (const start of starts) ms += this.#partMs - start
    return Math.max(ms, this.#before.times.get(network) ?? 0)
  }

  /** Tells whether one of the reads of a network, those that run included, was slow recently. */
  isSlow(network: string): boolean {
    if (this.#now.slow.has(network) || this.#before.slow.has(network)) return true
    return (this.#starts.get(network) ?? []).some((start) => this.#partMs - start >= SLOW_MS)
  }

  /** Counts the reads that run of networks with slow ones. */
  countSlow(): number {
    this.#slowReads ??= this.#starts
      .entries()
      .reduce((reads, [network, { length }]) => (this.isSlow(network) ? reads + length : reads), 0)
    return this.#slowReads
  }
}
