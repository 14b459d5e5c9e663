import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

const FIRST_ADMIN = 7_401_003

/** Of processes that make the first administrator together, one does and the others wait until it is done. */
export async function lockUserCreation(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ADMIN})`.execute(tx)
}

export async function selectHasAdmin(db: Db | Tx): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

type NewAccount = { firstName: string; lastName: string; email: string; passwordHash: string; isAdmin: boolean }

/** The new user's id; undefined when the address has an account already. */
export async function insertUser(tx: Db | Tx, account: NewAccount): Promise<UserId | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether there was an account with this address; it is an administrator's now. */
export async function updateIsAdmin(db: Db, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ is_admin: true })
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
