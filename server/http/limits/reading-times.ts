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
  #times = new Map<string, number>()
  #timesBefore = new Map<string, number>()
  /** Networks whose reads were slow. */
  #slow = new Set<string>()
  #slowBefore = new Set<string>()
  #since = performance.now()

  /** Notes that a read of a network begins. Returns the function that notes its end. */
  begin(network: string): () => void {
    this.#change(1)
    const start = this.#partMs
    const starts = this.#starts.get(network) ?? []
    this.#starts.set(network, starts)
    starts.push(start)
    return () => {
      this.#change(-1)
      this.#rotate()
      starts.splice(starts.indexOf(start), 1)
      if (starts.length === 0) this.#starts.delete(network)
      const ms = this.#partMs - start
      this.#times.set(network, (this.#times.get(network) ?? 0) + ms)
      if (ms >= SLOW_MS) this.#slow.add(network)
    }
  }

  /** Tells whether the reads of a network took more than its share of the time of late. */
  isHeavy(network: string): boolean {
    return this.msOf(network) >= HEAVY_MS
  }

  /** Returns the milliseconds that the reads of a network took of late, those that run included. */
  msOf(network: string): number {
    this.#rotate()
    const ms = (this.#times.get(network) ?? 0) + this.#runningOf(network).reduce((sum, each) => sum + each, 0)
    return Math.max(ms, this.#timesBefore.get(network) ?? 0)
  }

  /** Tells whether one of the reads of a network, those that run included, was slow of late. */
  isSlow(network: string): boolean {
    this.#rotate()
    if (this.#slow.has(network) || this.#slowBefore.has(network)) return true
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
    this.#rotate()
    this.#noteSlow(network)
  }

  /** Keeps a network heavy, or slow, whose reads have to wait or are refused, for which it would be forgotten. */
  keep(network: string): void {
    if (this.isSlow(network)) this.#noteSlow(network)
    else if (this.isHeavy(network)) this.#noteHeavy(network)
  }

  #noteHeavy(network: string): void {
    this.#times.set(network, Math.max(this.#times.get(network) ?? 0, HEAVY_MS))
  }

  #noteSlow(network: string): void {
    this.#noteHeavy(network)
    this.#slow.add(network)
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

  #rotate(): void {
    const now = performance.now()
    const elapsedMs = now - this.#since
    if (elapsedMs < WITHIN_MS) return
    const isRecent = elapsedMs < 2 * WITHIN_MS
    this.#timesBefore = isRecent ? this.#times : new Map()
    this.#slowBefore = isRecent ? this.#slow : new Set()
    this.#times = new Map()
    this.#slow = new Set()
    this.#since = now
  }
}
