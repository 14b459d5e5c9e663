/** A position in the WAL of the primary, in bytes, and when it was read (milliseconds of a monotonic clock). */
type Sample = { position: number; at: number }

/** More than the oldest replica that is used needs, at one sample a second. */
const MAX_SAMPLES = 600

/**
 * Remembers how far the primary was at which time, and thereby tells how old a replica is: by the clock of this process
 * alone, also while the primary writes nothing.
 */
export class PrimaryHistory {
  #samples: Sample[] = []

  /** Adds a position that was read by a question asked at this time. */
  add(position: number, at: number): void {
    this.#samples = [...this.#samples, { position, at }].slice(-MAX_SAMPLES)
  }

  /**
   * Returns for how many milliseconds a replica that has replayed up to a position may have missed a change, at most.
   * Infinity if it is older than all samples.
   */
  ageOf(replayed: number, now: number): number {
    const newest = this.#samples.findLast(({ position }) => position <= replayed)
    return newest === undefined ? Infinity : now - newest.at
  }
}
