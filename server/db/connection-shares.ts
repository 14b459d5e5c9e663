import type { Settings } from '#server/env.ts'
import { Semaphore } from '#server/semaphore.ts'

/**
 * The longest time in milliseconds for which work waits for its turn, and then for a database connection. Longer than a
 * batch usually takes, and shorter than clients wait.
 */
export const LONGEST_WAIT_MS = 5_000

/**
 * The shares of the database connections that requests which write may use, each on a connection of its own and in
 * batches, and those that share reads. The rest is left to other requests that read, because commits may wait for a
 * standby of the database until it is back.
 */
const SHARES = { writing: 0.3, batched: 0.3, shared: 0.3 }

/** Returns the number of connections of a pool that the work may use. */
export function connectionsFor(work: keyof typeof SHARES, pool: number): number {
  return Math.max(1, Math.floor(pool * SHARES[work]))
}

/** The queues of a process for work that is done for many requests together, and so on few connections. */
export type Lanes = Readonly<Record<'batched' | 'shared', Semaphore>>

export function openLanes({ DATABASE_POOL }: Pick<Settings, 'DATABASE_POOL'>): Lanes {
  const laneOf = (work: keyof Lanes) =>
    new Semaphore({ running: connectionsFor(work, DATABASE_POOL), waitMs: LONGEST_WAIT_MS })
  return { batched: laneOf('batched'), shared: laneOf('shared') }
}
