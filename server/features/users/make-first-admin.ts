import { randomBytes } from 'node:crypto'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Settings } from '#server/settings/env.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { insertUser, lockUserCreation, selectHasAdmin } from './users.sql.ts'

/**
 * Creates the administrator of the settings if there is none yet. Returns the address, and the password if it is not
 * that of the settings, else undefined.
 */
export async function makeFirstAdmin(
  db: Db,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Settings, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ email: string; newPassword: string | undefined } | undefined> {
  if (await selectHasAdmin(db)) return undefined
  const password = ADMIN_PASSWORD ?? randomBytes(16).toString('base64url')
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    await lockUserCreation(tx)
    if (await selectHasAdmin(tx)) return undefined
    const id = await insertUser(tx, {
      firstName: 'Shop',
      lastName: 'Administrator',
      email: ADMIN_EMAIL,
      passwordHash,
      isAdmin: true,
      isStaff: false,
      isEmailVerified: true,
    })
    if (id) await logChange(tx, { by: null, action: 'CREATED', record: { kind: 'USER', id, name: '' } })
    return { email: ADMIN_EMAIL, newPassword: ADMIN_PASSWORD === undefined ? password : undefined }
  })
}
