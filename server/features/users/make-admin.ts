import { dateTimeText } from '#domain/time/time-text.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#server/settings/env.ts'
import { deleteSessions, lockAccountByEmail, updateIsAdmin } from './users.sql.ts'

/**
 * Makes a registered user an administrator and ends the sessions. Throws an Error for an address without an account,
 * and with `VERIFY_EMAIL` for one that is not confirmed, because a stranger may have registered it.
 */
export function makeAdmin(db: Db, { VERIFY_EMAIL }: Pick<Settings, 'VERIFY_EMAIL'>, email: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const user = await lockAccountByEmail(tx, email)
    if (!user) throw new Error(`There is no account with the address ${email}. Register it in the shop first.`)
    const since = `${dateTimeText(user.registeredAt, 'UTC')} UTC`
    if (VERIFY_EMAIL && !user.emailVerifiedAt) {
      throw new Error(
        `The address ${email} is registered since ${since}, but not confirmed: a stranger may have done it. ` +
          'Choose a new password by "Forgot your Password?" at the login, which confirms the address, and repeat the command.',
      )
    }
    await updateIsAdmin(tx, user.id)
    await deleteSessions(tx, user.id)
    await logChange(tx, {
      by: null,
      action: 'EDITED',
      record: { kind: 'USER', id: user.id, name: '' },
      changes: [{ field: 'isAdmin', from: null, to: true }],
    })
    return `${email}, registered since ${since}, is an administrator now, and logged out everywhere.`
  })
}
