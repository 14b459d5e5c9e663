import type { Db } from '#server/db/connection.ts'
import { enqueue, MAIL_FLAG } from '#server/db/jobs.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { PRIORITY_OF_REMINDERS } from '#server/mail-priorities.ts'
import { insertDueReminders, REMINDER_BATCH } from './reminders.sql.ts'

/**
 * Enqueues the reminders that are due. The note that one was sent and its job are in the same transaction, so that each
 * customer gets one per show, whichever servers run this at once.
 */
export async function remindOfShows(db: Db): Promise<void> {
  for (;;) {
    const due = await inTransaction(db, async (tx) => {
      const reminders = await insertDueReminders(tx)
      const options = { flag: MAIL_FLAG, priority: PRIORITY_OF_REMINDERS } as const
      for (const reminder of reminders) await enqueue(tx, 'send-reminder', reminder, options)
      return reminders.length
    })
    if (due < REMINDER_BATCH) return
  }
}
