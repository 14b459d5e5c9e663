import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

const lastWrites = new WeakMap<Transaction<Schema>, Promise<unknown>[]>()

/**
 * Leaves the answer to a write, whose result nothing needs, to be read with that of the COMMIT: both leave in one
 * packet. If the write fails, PostgreSQL rolls back instead of committing, and `inTransaction` throws its error.
 */
export function sendWithCommit(tx: Transaction<Schema>, write: Promise<unknown>): void {
  write.catch(() => undefined)
  const writes = lastWrites.get(tx)
  if (writes) writes.push(write)
  else lastWrites.set(tx, [write])
}

/**
 * Returns the error of the first write that was left and failed. It is the cause of later errors of its transaction,
 * such as that of a COMMIT that rolled back. Undefined if none failed.
 */
export async function failureOfLastWrites(tx: Transaction<Schema>): Promise<unknown> {
  for (const { status, ...outcome } of await Promise.allSettled(lastWrites.get(tx) ?? [])) {
    if (status === 'rejected' && 'reason' in outcome) return outcome.reason
  }
  return undefined
}
