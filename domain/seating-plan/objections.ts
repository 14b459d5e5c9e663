const MOST_TOLD = 10

/** What stands against a file, told all at once: whoever mends it wants to know everything. */
export class Objections {
  readonly #sentences = new Set<string>()

  add(sentence: string): void {
    this.#sentences.add(sentence)
  }

  /** Throws `refusal` when there is anything. */
  refuse(): void {
    if (this.#sentences.size > 0) throw this.refusal()
  }

  /** A RangeError of up to ten sentences, each on its line. */
  refusal(): RangeError {
    const told = [...this.#sentences].slice(0, MOST_TOLD)
    const more = this.#sentences.size - told.length
    return new RangeError([...told, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'))
  }
}
