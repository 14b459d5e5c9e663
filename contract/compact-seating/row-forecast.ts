/** A number that is this far from what was expected begins something new. */
const SURPRISE = 40

/** Foretells the numbers of a row from the rows before it: each goes on as it has gone since it last surprised. */
export class RowForecast {
  /** The last number in each position, where it began to go as it goes, and for how many rows. */
  readonly #known: { last: number; began: number; rows: number }[] = []
  #at = 0

  /** Begins the next row. */
  next(): void {
    this.#at = 0
  }

  /** What the next number of this row is expected to be, or the one so many `ahead`. */
  expected(ahead = 0): number {
    const { last, began, rows } = this.#known[this.#at + ahead] ?? { last: 0, began: 0, rows: 0 }
    return rows === 0 ? last : last + Math.round((last - began) / rows)
  }

  /** Takes over what it is. */
  learn(number: number): void {
    const known = this.#known[this.#at]
    const isSurprise = Math.abs(number - this.expected()) >= SURPRISE
    this.#at += 1
    if (!known) {
      this.#known.push({ last: number, began: number, rows: 0 })
      return
    }
    if (isSurprise) [known.began, known.rows] = [known.last, 0]
    known.last = number
    known.rows += 1
  }
}
