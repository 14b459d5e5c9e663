import type { Db } from '#server/db/connection.ts'
import { updateIsAdmin } from './users.sql.ts'

/** Makes a registered user an administrator. Throws an Error for an address without an account. */
export async function makeAdmin(db: Db, email: string): Promise<string> {
  if (!(await updateIsAdmin(db, email))) {
    throw new Error(`There is no account with the address ${email}. Register it in the shop first.`)
  }
  return `${email} is an administrator now.`
}
