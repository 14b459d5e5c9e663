import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { revokeDevicesOf } from '#server/features/entry/devices.sql.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { clearNamesOf } from '#server/features/orders/payments/pending-names.sql.ts'
import { hasPendingOrder } from '#server/features/orders/payments/pending-orders.sql.ts'
import { returnHeldTickets } from './held-tickets.sql.ts'
import { deleteReservationsOf } from './reservations-of-user.sql.ts'
import { deletePerson, isAdministrator, lockUserAlone, lockUserAndAdmins } from './users.sql.ts'

type Deletion = {
  userId: UserId
  /** The administrator who deletes another user. Undefined if users delete themselves. */
  by?: UserId
}

/**
 * Deletes a user's personal data, sessions, cart and read marks, revokes paired scanners, and frees the reservations.
 * Received tickets go back to their buyers. Bought tickets stay sold; invoices stay. Throws `last_admin` instead of
 * deleting the last active administrator, and `payment_under_way` while the user is paying.
 */
export async function deleteUser(db: Db, { userId, by }: Deletion): Promise<void> {
  if (by === userId) throw problem('not_yourself')
  await inTransaction(db, async (tx) => {
    // Customers who delete themselves wait for no administrator, and keep none waiting.
    const isAlone = by === undefined && !(await isAdministrator(tx, userId))
    const found = await (isAlone ? lockUserAlone(tx, userId) : lockUserAndAdmins(tx, userId))
    const admins = found.filter(({ isAdmin, isLocked }) => isAdmin && !isLocked)
    if (by && !admins.some(({ id }) => id === by)) throw problem('forbidden')
    const user = found.find(({ id }) => id === userId)
    // An administrator's client may repeat the call: deleting a deleted user succeeds.
    if (!user && by) return
    if (!user) throw problem('not_signed_in')
    if (user.isAdmin && admins.every(({ id }) => id === userId)) throw problem('last_admin')

    if (await hasPendingOrder(tx, userId)) throw problem('payment_under_way')
    await deleteReservationsOf(tx, userId)
    await returnHeldTickets(tx, userId)
    await clearNamesOf(tx, userId)
    await deletePerson(tx, userId)
    await revokeDevicesOf(tx, userId)
    if (by) await logChange(tx, { by, action: 'DELETED', record: { kind: 'USER', id: userId, name: '' } })
    await enqueueAccountMail(tx, {
      template: 'account-deleted',
      to: { id: userId, email: user.email, firstName: user.firstName, isEmailVerified: user.emailVerifiedAt !== null },
    })
  })
}
