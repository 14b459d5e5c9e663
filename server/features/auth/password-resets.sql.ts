import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isLive } from './auth.sql.ts'

const MINUTES = 30
const REPEATABLE_MINUTES = 2
const MINUTES_BETWEEN_MAILS = 5

export async function insertReset(db: Db | Tx, userId: UserId, tokenHash: Buffer): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<Date>`shop_now() + make_interval(mins => ${MINUTES}::int)`,
    })
    .execute()
}

/** Tells whether a link that is still valid was created for a user in the last five minutes. */
export async function hasRecentReset(tx: Tx, userId: UserId): Promise<boolean> {
  const recent = await tx
    .selectFrom('password_resets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`shop_now() + make_interval(mins => ${MINUTES - MINUTES_BETWEEN_MAILS}::int)`)
    .executeTakeFirst()
  return recent !== undefined
}

/** Reads a reset and its user. Undefined if there is none or the account is locked or deleted. */
export function selectReset(db: Db | Tx, tokenHash: Buffer) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select([
      'password_resets.user_id as userId',
      'users.email',
      'users.first_name as firstName',
      'users.last_name as lastName',
      sql<boolean>`used_at is null and expires_at > shop_now()`.as('isOpen'),
      sql<Buffer | null>`case when used_at > shop_now() - make_interval(mins => ${REPEATABLE_MINUTES}::int)
        then request_hash end`.as('repeatableRequestHash'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('users.is_locked', '=', false)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateResetUsed(tx: Tx, tokenHash: Buffer, requestHash: Buffer): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: sql<Date>`shop_now()`, request_hash: requestHash })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Deletes expired sessions, reset and confirmation links, abandoned setups of second factors, and attempts. */
export async function deleteExpired(db: Db, idleHours: number | undefined): Promise<void> {
  await sql`delete from sessions where not (${isLive(idleHours)})`.execute(db)
  await sql`delete from password_resets where expires_at < shop_now() - interval '1 hour'`.execute(db)
  await sql`delete from email_verifications where expires_at < shop_now()`.execute(db)
  await sql`
    delete from second_factors using users
    where id = user_id and second_factor_since is null
      and second_factors.created_at < shop_now() - interval '1 day'`.execute(db)
  await sql`delete from attempts where empty_at < shop_now()`.execute(db)
}
