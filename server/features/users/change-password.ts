import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuseGuessablePassword } from '#server/gateways/guessable-passwords.ts'
import { hashPassword, isPassword } from '#server/gateways/passwords.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { deleteSessions, selectUser, updatePassword } from './users.sql.ts'

type PasswordChange = { userId: UserId; sessionHash: Buffer; password: string; newPassword: string }

/**
 * Changes the caller's password after checking the old one, ends the other sessions, and sends a mail. Throws
 * `wrong_password`.
 */
export async function changePassword(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { userId, sessionHash, password, newPassword }: PasswordChange,
): Promise<void> {
  const before = await selectUser(db, userId)
  if (!before || !(await isPassword(before.passwordHash, password))) throw problem('wrong_password')
  await refuseGuessablePassword(settings, { field: 'newPassword', password: newPassword, person: before })
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const user = await selectUser(tx, userId)
    if (user?.passwordHash !== before.passwordHash) throw problem('wrong_password')
    await updatePassword(tx, userId, passwordHash)
    await deleteSessions(tx, userId, sessionHash)
    await enqueueAccountMail(tx, { template: 'password-changed', to: userId })
  })
}
