/** Keeps records of the current and the previous period. */
export class TwoPeriods<Records> {
  readonly #periodMs: number
  readonly #make: () => Records
  #now: Records
  #before: Records
  #since = performance.now()

  /** `make` returns the records of a period in which nothing has happened. */
  constructor(periodMs: number, make: () => Records) {
    this.#periodMs = periodMs
    this.#make = make
    this.#now = make()
    this.#before = make()
  }

  get now(): Records {
    this.#advance()
    return this.#now
  }

  get both(): { now: Records; before: Records } {
    this.#advance()
    return { now: this.#now, before: this.#before }
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
