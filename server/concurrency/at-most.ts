import { setTimeout as wait } from 'node:timers/promises'

/** Waits until the work has ended, but no longer than `ms` milliseconds. The work may go on. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(ms, undefined, { ref: false })])
}
