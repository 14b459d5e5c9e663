import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** Reads the second factor of a user, also one that is not confirmed, and the shop's time. */
export function selectSecondFactor(db: Db | Tx, userId: UserId) {
  return db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['sealed_secret as sealedSecret', 'second_factor_since as since', sql<Date>`shop_now()`.as('now')])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores a new secret. Replaces one that was never confirmed; the caller has locked the user and checked this. */
export async function upsertSecret(tx: Tx, userId: UserId, sealedSecret: Buffer): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((row) =>
      row
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, last_step: 0, created_at: sql<Date>`shop_now()` }),
    )
    .execute()
}

type Step = { userId: UserId; sealedSecret: Buffer; step: number }

/**
 * Uses up a time step and all earlier ones. Returns false if it was used before, or if the secret was replaced. The
 * condition is part of the statement, so that of concurrent logins with one code only one succeeds.
 */
export async function updateLastStep(db: Db | Tx, { userId, sealedSecret, step }: Step): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Turns on the second factor of a user. Returns false if it is on already. */
export async function updateSecondFactorOn(tx: Tx, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ second_factor_since: sql<Date>`shop_now()` })
    .where('id', '=', userId)
    .where('second_factor_since', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes the second factor of a user. Returns false if there was none that counted. */
export async function deleteSecondFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ second_factor_since: null })
    .where('id', '=', userId)
    .where('second_factor_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: Tx, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ code_hash, user_id: userId })))
    .execute()
}

/** Uses up a recovery code. Returns false if there is none, or if it was used before. */
export async function deleteRecoveryCode(db: Db, userId: UserId, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Reads the id of the account with an address. */
export async function selectUserId(db: Db, email: string): Promise<UserId | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user?.id
}
