/** The share of the time for reads that a client network may take before it is heavy. */
const LIGHT_SHARE = 0.01
const WITHIN_MS = 5_000
const HEAVY_MS = LIGHT_SHARE * WITHIN_MS

/**
 * The time that the reads of each client network have taken of late. All reads that run at once share the time in equal
 * parts, so that a short read counts little although many others make it slow.
 */
export class ReadingTimes {
  #running = 0
  /** The part of the time since the beginning that a read would have had which always ran. */
  #partMs = 0
  #changedAt = performance.now()
  /** The reads of each network that run, and the sum of the parts at which they began. */
  readonly #reads = new Map<string, { running: number; startsMs: number }>()
  #times = new Map<string, number>()
  #timesBefore = new Map<string, number>()
  #since = performance.now()

  /** Notes that a read of a network begins. Returns the function that notes its end. */
  begin(network: string): () => void {
    this.#change(1)
    const start = this.#partMs
    const reads = this.#reads.get(network) ?? { running: 0, startsMs: 0 }
    this.#reads.set(network, reads)
    reads.running += 1
    reads.startsMs += start
    return () => {
      this.#change(-1)
      this.#rotate()
      reads.running -= 1
      reads.startsMs -= start
      if (reads.running === 0) this.#reads.delete(network)
      this.#times.set(network, (this.#times.get(network) ?? 0) + this.#partMs - start)
    }
  }

  /** Tells whether the reads of a network took more than its share of the time of late, with those that run. */
  isHeavy(network: string): boolean {
    this.#rotate()
    const ms = Math.max((this.#times.get(network) ?? 0) + this.#runningMs(network), this.#timesBefore.get(network) ?? 0)
    return ms >= HEAVY_MS
  }

  /** Keeps a heavy network heavy, which asks for more while its reads have to wait. */
  keepHeavy(network: string): void {
    if (this.isHeavy(network)) this.#times.set(network, Math.max(this.#times.get(network) ?? 0, HEAVY_MS))
  }

  #runningMs(network: string): number {
    const reads = this.#reads.get(network)
    if (!reads) return 0
    this.#change(0)
    return reads.running * this.#partMs - reads.startsMs
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
    this.#timesBefore = elapsedMs < 2 * WITHIN_MS ? this.#times : new Map()
    this.#times = new Map()
    this.#since = now
  }
}
