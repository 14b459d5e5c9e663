import { problem } from '#domain/problem.ts'
import type { Settings } from '#server/env.ts'
import { connectionsFor } from './connection-shares.ts'
import type { Db, Tx } from './connection.ts'
import { inTransaction } from './transaction.ts'

/** Longer than a batch usually takes, and shorter than clients wait. */
const WAIT_MS = 5_000

type Lanes = { free: number; waiting: Set<() => void> }

const lanesOf = new WeakMap<Db, Lanes>()

/**
 * Runs the transaction of a batch, like `inTransaction`. All batches of a process share a few connections, in the order
 * in which they ask. Throws `busy` if none becomes free in time.
 */
export async function inBatchTransaction<Result>(
  { db, settings }: { db: Db; settings: Pick<Settings, 'DATABASE_POOL'> },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const lanes = lanesOf.get(db) ?? { free: connectionsFor('batched', settings.DATABASE_POOL), waiting: new Set() }
  lanesOf.set(db, lanes)
  if (lanes.free > 0) lanes.free -= 1
  else await waitForLane(lanes)
  try {
    return await inTransaction(db, work)
  } finally {
    const [next] = lanes.waiting
    if (next) next()
    else lanes.free += 1
  }
}

function waitForLane({ waiting }: Lanes): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      waiting.delete(start)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(start)
      reject(problem('busy', { retryAfterSeconds: 2 }))
    }, WAIT_MS)
    waiting.add(start)
  })
}
