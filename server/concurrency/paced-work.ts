import { setTimeout as wait } from 'node:timers/promises'

/** The longest rest, so that slow work does not stop the rest for minutes. */
const MAX_REST_MS = 2_000

/** Waits for its turn, does work, which tells how many milliseconds it was busy, and returns when it has ended. */
export type Paced = (work: () => Promise<number>) => Promise<void>

/**
 * Does one piece of work at a time, in the order in which they came, and rests after each, so that all together are
 * busy for at most this share of the time. `work` must not throw.
 */
export function pacedWork(share: number): Paced {
  let rested: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const done = rested.then(work)
    rested = done.then((busyMs) => wait(Math.min(MAX_REST_MS, busyMs / share - busyMs), undefined, { ref: false }))
    await done
  }
}
