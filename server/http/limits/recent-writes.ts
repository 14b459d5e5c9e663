const WITHIN_MS = 5_000

/** Counts the writes that each client network was admitted for in the last five to ten seconds. */
export class RecentWrites {
  #writes = new Map<string, number>()
  #writesBefore = new Map<string, number>()
  #since = performance.now()

  note(network: string): void {
    this.#rotate()
    this.#writes.set(network, (this.#writes.get(network) ?? 0) + 1)
  }

  of(network: string): number {
    this.#rotate()
    return (this.#writes.get(network) ?? 0) + (this.#writesBefore.get(network) ?? 0)
  }

  #rotate(): void {
    const now = performance.now()
    const elapsedMs = now - this.#since
    if (elapsedMs < WITHIN_MS) return
    this.#writesBefore = elapsedMs < 2 * WITHIN_MS ? this.#writes : new Map()
    this.#writes = new Map()
    this.#since = now
  }
}
