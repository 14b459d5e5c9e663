import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { revokeDevicesOf } from '#server/features/entry/devices.sql.ts'
import { deleteSessions, lockUserAndAdmins, updateIsStaff } from './users.sql.ts'

type RoleChange = { userId: UserId; isStaff: boolean; by: UserId }

/**
 * Gives a user the role of staff, or takes it. Ends the sessions, because their tokens show the former role. Taking the
 * role revokes the scanners that the user paired. Does nothing if the user has the role already. Throws
 * `account_not_confirmed` instead of giving it to an account that a stranger may have registered.
 */
export async function changeStaffRole(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { userId, isStaff, by }: RoleChange,
): Promise<void> {
  if (by === userId) throw problem('not_yourself')
  await inTransaction(db, async (tx) => {
    const found = await lockUserAndAdmins(tx, userId)
    if (!found.some((user) => user.id === by && user.isAdmin && !user.isLocked)) throw problem('forbidden')
    const user = found.find(({ id }) => id === userId)
    if (!user) throw problem('not_found', { what: 'user' })
    if (user.isStaff === isStaff) return
    if (isStaff && settings.VERIFY_EMAIL && !user.emailVerifiedAt) throw problem('account_not_confirmed')
    await updateIsStaff(tx, userId, isStaff)
    await deleteSessions(tx, userId)
    if (!isStaff && !user.isAdmin) await revokeDevicesOf(tx, userId)
    await logChange(tx, {
      by,
      action: 'EDITED',
      record: { kind: 'USER', id: userId, name: '' },
      changes: [{ field: 'isStaff', from: user.isStaff, to: isStaff }],
    })
  })
}
