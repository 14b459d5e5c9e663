import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueReminders, insertDueReminders, REMINDER_BATCH } from './reminders.sql.ts'

/**
 * Enqueues the reminders that are due. The note that one was sent and its job are in the same transaction, so that each
 * customer gets one per show, whichever servers run this at once.
 */
export async function remindOfShows(db: Db): Promise<void> {
  for (;;) {
    const due = await inTransaction(db, async (tx) => {
      const reminders = await insertDueReminders(tx)
      await enqueueReminders(tx, reminders)
      return reminders.length
    })
    if (due < REMINDER_BATCH) return
  }
}
