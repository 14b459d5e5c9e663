import type { AppContext } from '#server/context.ts'
import type { Tx } from './connection.ts'
import { inTransaction } from './transaction.ts'

/**
 * Runs the transaction of a batch, like `inTransaction`. All batches of a process share a few connections, in the order
 * in which they ask. Throws `busy` if none becomes free in time.
 */
export function inBatchTransaction<Result>(
  { db, lanes }: Pick<AppContext, 'db' | 'lanes'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return lanes.batched.run(() => inTransaction(db, work))
}
