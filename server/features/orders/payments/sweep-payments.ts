import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueuePaymentMail } from '#server/features/mail/mail.sql.ts'
import { clearEndedNetworks } from './network-pieces.sql.ts'
import { clearOldNames } from './pending-names.sql.ts'
import { updateTransfersToRemindOf } from './payments.sql.ts'
import { enqueueDueLooks } from './payment-looks.sql.ts'
import { sweepEvents } from './provider-events.sql.ts'
import { enqueueDueRefunds } from './refunds.sql.ts'

/**
 * Enqueues what is due of payments, refunds and events, for jobs that were lost. Reminds of transfers. Deletes old
 * events and names, and client networks of ended orders.
 */
export async function sweepPayments({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await enqueueDueLooks(db)
  await enqueueDueRefunds(db)
  await remindOfTransfers(db)
  await sweepEvents(db)
  await clearOldNames(db)
  await clearEndedNetworks(db)
}

/** Reminds customers once of the deadline of their transfer. The note and the mail are in the same transaction. */
function remindOfTransfers(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const { id, userId } of await updateTransfersToRemindOf(tx)) {
      await enqueuePaymentMail(tx, { paymentId: id, isReminder: true }, userId)
    }
  })
}
