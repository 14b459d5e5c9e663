import type { Settings } from '#server/settings/env.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { Semaphore } from '#server/concurrency/semaphore.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'

/**
 * The longest time in milliseconds for which work waits for its turn, and then for a database connection. Longer than a
 * batch usually takes, and shorter than clients wait.
 */
export const LONGEST_WAIT_MS = 5_000

/**
 * The shares of the database connections that kinds of work may use. `alone`: requests with a connection of their own,
 * of which `writing` those that write. `batched` and `shared`: batches of requests that write, and of those that read
 * the same. `slow`: reads of client networks with slow ones. Writes take the smaller part, because commits may wait for
 * a standby of the database until it is back.
 */
const SHARES = { alone: 0.7, writing: 0.3, batched: 0.3, shared: 0.3, slow: 0.2 }

/** Returns the number of connections of a pool that the work may use. */
export function connectionsFor(work: keyof typeof SHARES, pool: number): number {
  return Math.max(1, Math.floor(pool * SHARES[work]))
}

const WAITING_LISTS = 1_000

/**
 * The queues of a process for work that is done for many requests together, and so on few connections. The list of a
 * stadium's taken seats costs ten times as much as its compact form, which pages ask for: `lists` does one at a time,
 * in turns of client networks, so that they leave the processors and the queue of shared reads to others. `searches`
 * does a few: those of a large shop take half a second of a processor or more.
 */
export type Lanes = Readonly<Record<'batched' | 'shared', Semaphore> & Record<'lists' | 'searches', FairQueue>>

const SEARCHES_AT_ONCE = 3

export function openLanes({ DATABASE_POOL }: Pick<Settings, 'DATABASE_POOL'>): Lanes {
  const laneOf = (running: number) => new Semaphore({ running, waitMs: LONGEST_WAIT_MS })
  const inTurns = { maxWaiting: WAITING_LISTS, maxWaitMs: LONGEST_WAIT_MS, retryAfterSeconds: RETRY_AFTER_SECONDS }
  return {
    batched: laneOf(connectionsFor('batched', DATABASE_POOL)),
    shared: laneOf(connectionsFor('shared', DATABASE_POOL)),
    lists: new FairQueue(inTurns),
    searches: new FairQueue({ ...inTurns, atOnce: Math.min(SEARCHES_AT_ONCE, connectionsFor('slow', DATABASE_POOL)) }),
  }
}
