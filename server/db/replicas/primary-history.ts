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

  /**
   * Adds a position that was read by a question asked at this time. Forgets all others if the primary fell behind them:
   * they are of a server that was the primary before a failover, which may have lost its last changes.
   */
  add(position: number, at: number): void {
    const before = this.#samples.some((sample) => sample.position > position) ? [] : this.#samples
    this.#samples = [...before, { position, at }].slice(-MAX_SAMPLES)
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

/**
 * Notices that a replica has changes which the primary lost in a failover. Such a standby cannot follow the primary, so
 * it stays where it is, also after the primary has written as far.
 */
export class LostChanges {
  #lost: number | undefined

  /** `replayed`: the replica's position. `written`: that of the primary, read later; undefined if it did not answer. */
  isOn(replayed: number, written: number | undefined): boolean {
    if (written !== undefined && replayed > written) this.#lost = replayed
    else if (replayed !== this.#lost) this.#lost = undefined
    return this.#lost !== undefined
  }
}
