/** Sums of what client networks hold at present. */
export class NetworkCounts {
  readonly #byNetwork = new Map<string, number>()
  total = 0

  of(network: string): number {
    return this.#byNetwork.get(network) ?? 0
  }

  /** Adds to the sum of a network. Returns the function that takes it back, once. */
  add(network: string, count: number): () => void {
    this.#change(network, count)
    let isHeld = true
    return () => {
      if (isHeld) this.#change(network, -count)
      isHeld = false
    }
  }

  #change(network: string, by: number): void {
    this.total += by
    const sum = this.of(network) + by
    if (sum > 0) this.#byNetwork.set(network, sum)
    else this.#byNetwork.delete(network)
  }
}
