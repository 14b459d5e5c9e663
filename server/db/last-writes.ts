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

/** Waits for the writes that were left. Throws the error of one that failed before it reached the database. */
export async function settleLastWrites(tx: Transaction<Schema>): Promise<void> {
  await Promise.all(lastWrites.get(tx) ?? [])
}
