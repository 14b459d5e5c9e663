import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { deleteSessions, lockAccount, lockUserAndAdmins, selectUser } from '#server/features/users/users.sql.ts'
import { requirePasswordAndCode, type SecondFactorChange } from './require-password-and-code.ts'
import { deleteSecondFactor, selectUserId } from './second-factor.sql.ts'

/** Turns off the caller's second factor and sends a mail. Throws `wrong_password` or `second_factor_wrong`. */
export async function removeSecondFactor(
  context: Pick<AppContext, 'db' | 'tokens'>,
  change: SecondFactorChange,
): Promise<void> {
  const { db } = context
  const { userId } = change
  // The client repeats a DELETE whose answer was lost.
  if (!(await selectUser(db, userId))?.secondFactorSince) return
  await requirePasswordAndCode(context, change)
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    await remove(tx, userId)
  })
}

/**
 * Removes another user's second factor for an administrator, ends the user's sessions, because the device may be lost,
 * and sends a mail. Returns false if there was none.
 */
export async function resetSecondFactor(db: Db, { userId, by }: { userId: UserId; by: UserId }): Promise<boolean> {
  if (by === userId) throw problem('not_yourself')
  return inTransaction(db, async (tx) => {
    const found = await lockUserAndAdmins(tx, userId)
    if (!found.some((user) => user.id === by && user.isAdmin && !user.isLocked)) throw problem('forbidden')
    if (!found.some(({ id }) => id === userId) || !(await remove(tx, userId))) return false
    await deleteSessions(tx, userId)
    await logRemoval(tx, by, userId)
    return true
  })
}

/** Removes a lost second factor for the operator. Throws an Error for an address without an account. */
export async function removeLostSecondFactor(db: Db, email: string): Promise<string> {
  const userId = await selectUserId(db, email)
  if (!userId) throw new Error(`There is no account with the address ${email}.`)
  const isRemoved = await inTransaction(db, async (tx) => {
    await lockAccount(tx, userId)
    await deleteSessions(tx, userId)
    const wasOn = await remove(tx, userId)
    if (wasOn) await logRemoval(tx, null, userId)
    return wasOn
  })
  return isRemoved ? `${email} now logs in with the password only.` : `${email} has no second factor.`
}

async function remove(tx: Tx, userId: UserId): Promise<boolean> {
  const isRemoved = await deleteSecondFactor(tx, userId)
  if (isRemoved) await enqueueAccountMail(tx, { template: 'second-factor-off', to: userId })
  return isRemoved
}

async function logRemoval(tx: Tx, by: UserId | null, userId: UserId): Promise<void> {
  const changes = [{ field: 'secondFactor', from: true, to: false }]
  await logChange(tx, { by, action: 'EDITED', record: { kind: 'USER', id: userId, name: '' }, changes })
}
