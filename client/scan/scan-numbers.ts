/**
 * Numbers the scans of a pairing without gaps, because the desk takes each gap for a lost scan. A number is kept once
 * its scan has a verdict, and given back if it gets none.
 */
export class ScanNumbers {
  readonly #onKept: (last: number) => void
  /** The highest number that was taken, and the highest that was kept. */
  #last: number
  #lastKept: number
  #free: number[] = []

  /** `onKept`: stores the highest kept number, with which the next page of this phone goes on. */
  constructor(lastKept: number, onKept: (lastKept: number) => void) {
    this.#last = lastKept
    this.#lastKept = lastKept
    this.#onKept = onKept
  }

  take(): number {
    const free = this.#free.shift()
    if (free !== undefined) return free
    this.#last += 1
    return this.#last
  }

  /** Notes that the shop or this phone has stored the scan of a number. */
  keep(number: number): void {
    if (number <= this.#lastKept) return
    this.#lastKept = number
    this.#onKept(number)
  }

  giveBack(number: number): void {
    this.#free.push(number)
  }
}
