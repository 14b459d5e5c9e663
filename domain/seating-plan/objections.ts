const MOST_TOLD = 10

/** What stands against a file, told all at once: whoever mends it wants to know everything. */
export class Objections {
  readonly #sentences = new Set<string>()

  get count(): number {
    return this.#sentences.size
  }

  add(sentence: string): void {
    this.#sentences.add(sentence)
  }

  /** Throws a RangeError of up to ten sentences, each on its line, when there are any. */
  refuse(): void {
    if (this.#sentences.size === 0) return
    const told = [...this.#sentences].slice(0, MOST_TOLD)
    const more = this.#sentences.size - told.length
    throw new RangeError([...told, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'))
  }
}
