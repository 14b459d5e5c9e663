/** The share of the time for reads that a client network may take before it is heavy. */
const LIGHT_SHARE = 0.01
const WITHIN_MS = 5_000

/**
 * The time that the reads of each client network have taken of late. All reads that run at once share the time in equal
 * parts, so that a short read counts little although many others make it slow.
 */
export class ReadingTimes {
  #running = 0
  /** The part of the time since the beginning that a read would have had which always ran. */
  #partMs = 0
  #changedAt = performance.now()
  #times = new Map<string, number>()
  #timesBefore = new Map<string, number>()
  #since = performance.now()

  /** Notes that a read of a network begins. Returns the function that notes its end. */
  begin(network: string): () => void {
    this.#change(1)
    const start = this.#partMs
    return () => {
      this.#change(-1)
      this.#rotate()
      this.#times.set(network, (this.#times.get(network) ?? 0) + this.#partMs - start)
    }
  }

  /** Tells whether the reads of a network took more than its share of the time of late. */
  isHeavy(network: string): boolean {
    this.#rotate()
    const ms = Math.max(this.#times.get(network) ?? 0, this.#timesBefore.get(network) ?? 0)
    return ms > LIGHT_SHARE * WITHIN_MS
  }

  #change(by: 1 | -1): void {
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
