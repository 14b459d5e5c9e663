import type { Db } from '#server/db/connection.ts'
import { enqueueRefunds, selectStoppedCancellations } from './cancellations.sql.ts'

/** Enqueues the refunds of cancelled shows again that no server works on, such as after a crash. */
export async function resumeCancellations(db: Db): Promise<void> {
  for (const show of await selectStoppedCancellations(db)) await enqueueRefunds(db, show)
}
