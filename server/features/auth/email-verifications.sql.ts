import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Db } from '#server/db/connection.ts'

const LINK_HOURS = 24
const CODE_MINUTES = 60
const CODE_ATTEMPTS = 5

/** Limits the codes that are tried for an address, by all accounts that it has had: ten, then one every 12 minutes. */
const CODES_OF_ADDRESS = { attempts: 10, secondsPerAttempt: 12 * 60 }

/** The seconds until another code can be tried for an address beyond its limit. */
export const SECONDS_PER_CODE = CODES_OF_ADDRESS.secondsPerAttempt

type NewVerification = { userId: UserId; tokenHash: Buffer; codeHash: Buffer }

/** Stores the hashes of a confirmation mail. Earlier links stay valid, earlier codes do not. */
export async function insertVerification(db: Db, { userId, tokenHash, codeHash }: NewVerification): Promise<void> {
  await db
    .insertInto('email_verifications')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      code_hash: codeHash,
      code_expires_at: sql<Date>`shop_now() + make_interval(mins => ${CODE_MINUTES}::int)`,
      expires_at: sql<Date>`shop_now() + make_interval(hours => ${LINK_HOURS}::int)`,
    })
    .execute()
}

/**
 * Counts an attempt at the latest code of a user and returns the hash of the code. Returns undefined if there is none,
 * it has expired, or it had five attempts. Concurrent attempts are counted one after the other.
 */
export async function updateCodeAttempts(db: Db, userId: UserId): Promise<Buffer | undefined> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update email_verifications set code_attempts = code_attempts + 1
    where token_hash = (
        select token_hash from email_verifications where user_id = ${userId} order by created_at desc limit 1)
      and code_attempts < ${CODE_ATTEMPTS} and code_expires_at > shop_now()
    returning code_hash as "codeHash"`.execute(db)
  return rows[0]?.codeHash
}

/** Counts a code that is tried for an address. Returns false beyond the limit. */
export async function insertCodeOfAddress(db: Db, email: string): Promise<boolean> {
  const key = `confirmation code ${email.toLowerCase()}`
  return (await insertAttemptWithRoom(db, { key, ...CODES_OF_ADDRESS })) !== undefined
}

/** Reads the user of a confirmation link. Undefined if there is none or the account is locked or deleted. */
export function selectVerification(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('email_verifications')
    .innerJoin('users', 'users.id', 'email_verifications.user_id')
    .select([
      'users.id as userId',
      'users.password_hash as passwordHash',
      'users.email_verified_at as emailVerifiedAt',
      sql<boolean>`expires_at > shop_now()`.as('isOpen'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('users.is_locked', '=', false)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}
