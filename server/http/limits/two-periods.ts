/** Keeps notes of this period and of the one before it, from which they tell what happened of late. */
export class TwoPeriods<Notes> {
  readonly #periodMs: number
  readonly #make: () => Notes
  #now: Notes
  #before: Notes
  #since = performance.now()

  /** `make` returns the notes of a period in which nothing has happened. */
  constructor(periodMs: number, make: () => Notes) {
    this.#periodMs = periodMs
    this.#make = make
    this.#now = make()
    this.#before = make()
  }

  get now(): Notes {
    this.#advance()
    return this.#now
  }

  get before(): Notes {
    this.#advance()
    return this.#before
  }

  #advance(): void {
    const now = performance.now()
    const elapsedMs = now - this.#since
    if (elapsedMs < this.#periodMs) return
    this.#before = elapsedMs < 2 * this.#periodMs ? this.#now : this.#make()
    this.#now = this.#make()
    this.#since = now
  }
}
