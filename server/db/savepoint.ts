import { sql } from 'kysely'
import type { Tx } from './connection.ts'

/** Runs `work` inside a transaction and undoes it if it returns false. Returns what it returned. */
export async function undoUnless(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint work`.execute(tx)
  const isDone = await work()
  await (isDone ? sql`release savepoint work` : sql`rollback to savepoint work`).execute(tx)
  return isDone
}
