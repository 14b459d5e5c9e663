import type { AppContext } from '#server/context.ts'
import { clearOldNames } from './pending-orders.sql.ts'
import { enqueueDueLooks } from './payments.sql.ts'
import { sweepEvents } from './provider-events.sql.ts'
import { enqueueDueRefunds } from './refunds.sql.ts'

/** Enqueues what is due of payments, refunds and events, for jobs that were lost. Deletes old events and names. */
export async function sweepPayments({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await enqueueDueLooks(db)
  await enqueueDueRefunds(db)
  await sweepEvents(db)
  await clearOldNames(db)
}
