const MAX_SENTENCES = 10

/** Collects everything wrong with a plan file, so that all of it is reported at once. */
export class Objections {
  readonly #sentences = new Set<string>()

  add(sentence: string): void {
    this.#sentences.add(sentence)
  }

  /** Throws the error of `toError` when there are objections. */
  throwIfAny(): void {
    if (this.#sentences.size > 0) throw this.toError()
  }

  /** Makes a RangeError of up to ten sentences, one per line. */
  toError(): RangeError {
    const shown = [...this.#sentences].slice(0, MAX_SENTENCES)
    const more = this.#sentences.size - shown.length
    return new RangeError([...shown, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'))
  }
}
