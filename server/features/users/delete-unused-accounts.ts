import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { clearNamesOf } from '#server/features/orders/payments/pending-names.sql.ts'
import { returnHeldTickets } from './held-tickets.sql.ts'
import { deleteReservationsOf } from './reservations-of-user.sql.ts'
import { lockAccountsToWarn, lockUnusedAccount, selectUnusedAccounts, WARNING } from './unused-accounts.sql.ts'
import { deletePerson } from './users.sql.ts'

/**
 * Warns the owners of accounts that have soon been unused for `RETENTION_YEARS`, and deletes those whose owners were
 * warned 30 days ago, by a mail that was sent, and did not log in. With `VERIFY_EMAIL`, nothing is sent to addresses
 * that are not confirmed. Does nothing without `RETENTION_YEARS`. Never deletes an administrator.
 */
export async function deleteUnusedAccounts({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<void> {
  const years = settings.RETENTION_YEARS
  if (years === undefined) return
  for (const userId of await selectUnusedAccounts(db, years)) {
    await inTransaction(db, async (tx) => {
      if (!(await lockUnusedAccount(tx, userId, years))) return
      await deleteReservationsOf(tx, userId)
      await returnHeldTickets(tx, userId)
      await clearNamesOf(tx, userId)
      await deletePerson(tx, userId)
    })
  }
  await inTransaction(db, async (tx) => {
    for (const to of await lockAccountsToWarn(tx, years)) await enqueueAccountMail(tx, { template: WARNING, to })
  })
}
