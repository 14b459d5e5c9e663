import { sql } from 'kysely'
import type { Paging } from '#contract/fields.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

const FIRST_ADMIN = 7_401_003

/** Serialises the creation of the first administrator between processes. */
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

type NewAccount = {
  firstName: string
  lastName: string
  email: string
  passwordHash: string
  isAdmin: boolean
  isStaff: boolean
  isEmailVerified: boolean
}

/** Inserts a user and returns the id. Returns undefined if the address already has an account. */
export async function insertUser(tx: Db | Tx, account: NewAccount): Promise<UserId | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      password_hash: account.passwordHash,
      is_admin: account.isAdmin,
      is_staff: account.isStaff,
      email_verified_at: account.isEmailVerified ? sql<Date>`shop_now()` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks the user with this address, before any other row of the user. Undefined without such a user. */
export function lockAccountByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'is_admin as isAdmin', 'email_verified_at as emailVerifiedAt', 'created_at as registeredAt'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateIsAdmin(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('users').set({ is_admin: true }).where('id', '=', userId).execute()
}

/** Lists users by email, without the caller. */
export function selectUsers(db: Db, search: Paging & { email?: string | undefined; without: UserId }) {
  return pageOf(findUsers(db, search).where('id', '!=', search.without), search)
}

/** Finds users by email. */
export function findUsers(db: Db | Tx, { email }: { email?: string | undefined }) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'is_admin as isAdmin',
      'is_staff as isStaff',
      'is_locked as isLocked',
      sql<boolean>`second_factor_since is not null`.as('hasSecondFactor'),
    ])
    .where('deleted_at', 'is', null)
    .where(allOf([contains('email', email)]))
    .orderBy(sql`lower(email)`)
    .orderBy('id')
}

export function selectUser(db: Db | Tx, userId: UserId) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'address',
      'is_admin as isAdmin',
      'is_staff as isStaff',
      'wants_reminders as wantsReminders',
      'password_hash as passwordHash',
      'email_verified_at as emailVerifiedAt',
      'second_factor_since as secondFactorSince',
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Profile = {
  firstName: string
  lastName: string
  address?: string | undefined
  wantsReminders?: boolean | undefined
}

export async function updateProfile(db: Db, userId: UserId, profile: Profile): Promise<void> {
  const { firstName, lastName, address, wantsReminders } = profile
  await db
    .updateTable('users')
    .set({
      first_name: firstName,
      last_name: lastName,
      ...(address !== undefined && { address }),
      ...(wantsReminders !== undefined && { wants_reminders: wantsReminders }),
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Sets a password and invalidates all open reset links. */
export async function updatePassword(tx: Tx, userId: UserId, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

/** Marks the email address of a user as confirmed, unless it is already. */
export async function updateEmailVerified(db: Db | Tx, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`shop_now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Locks a user's row, before any other row of the user. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Ends all sessions of a user, or all but one, and the codes for pairing phones that they have made. */
export async function deleteSessions(tx: Db | Tx, userId: UserId, keep?: Buffer): Promise<void> {
  await tx.deleteFrom('entry_pairings').where('paired_by', '=', userId).execute()
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (keep === undefined ? sessions : sessions.where('id_hash', '!=', keep)).execute()
}

export async function isAdministrator(tx: Tx, userId: UserId): Promise<boolean> {
  const user = await tx.selectFrom('users').select('is_admin').where('id', '=', userId).executeTakeFirst()
  return user?.is_admin ?? false
}

/** Locks a user, and returns the same as `lockUserAndAdmins`. */
export function lockUserAlone(tx: Tx, userId: UserId) {
  return usersToLock(tx).where('id', '=', userId).execute()
}

/**
 * Locks a user and every administrator in id order, so that the last administrator cannot be removed concurrently.
 * Returns the existing ones with their values after the wait.
 */
export function lockUserAndAdmins(tx: Tx, userId: UserId) {
  return usersToLock(tx)
    .where((row) => row.or([row('id', '=', userId), row('is_admin', '=', true)]))
    .execute()
}

function usersToLock(tx: Tx) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'is_admin as isAdmin',
      'is_staff as isStaff',
      'is_locked as isLocked',
      'email_verified_at as emailVerifiedAt',
    ])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
}

export async function updateLocked(tx: Tx, userId: UserId, isLocked: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_locked: isLocked }).where('id', '=', userId).execute()
}

export async function updateIsStaff(tx: Tx, userId: UserId, isStaff: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_staff: isStaff }).where('id', '=', userId).execute()
}

/** Clears a user's row and deletes dependent personal data. Invoices, bought tickets and the points ledger stay. */
export async function deletePerson(tx: Tx, userId: UserId): Promise<void> {
  // Before the address is cleared: others may have offered tickets to it.
  await sql`
    update ticket_transfers set to_email = ''
    where from_user = ${userId} or to_user = ${userId}
      or state <> 'OFFERED' and lower(to_email) = (select lower(email) from users where id = ${userId})`.execute(tx)
  await tx
    .updateTable('users')
    .set({
      first_name: '',
      last_name: '',
      email: '',
      address: '',
      password_hash: '',
      second_factor_since: null,
      deleted_at: sql<Date>`shop_now()`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
  await tx.deleteFrom('merchandise_purchases').where('user_id', '=', userId).execute()
  await tx.deleteFrom('news_reads').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
