import { logChange } from '#server/db/change-log.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { updateIsAdmin } from './users.sql.ts'

/** Makes a registered user an administrator. Throws an Error for an address without an account. */
export function makeAdmin(db: Db, email: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const id = await updateIsAdmin(tx, email)
    if (!id) throw new Error(`There is no account with the address ${email}. Register it in the shop first.`)
    await logChange(tx, {
      by: null,
      action: 'EDITED',
      record: { kind: 'USER', id, name: '' },
      changes: [{ field: 'isAdmin', from: null, to: true }],
    })
    return `${email} is an administrator now.`
  })
}
