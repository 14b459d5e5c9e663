import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** The time between the warning and the deletion. */
const WARNING_DAYS = 30
/** Limits the accounts of one run, and so the mails that are sent at once. */
const BATCH = 500
/** The template of the mail that warns. */
export const WARNING = 'account-unused'

/**
 * The condition that nobody has used an account for some years, less some days: no login, no session, no order, no
 * bought or received ticket of a show since then, and no order that can still be paid.
 */
const isUnusedFor = (years: number, lessDays: number) => sql<boolean>`
  not users.is_admin and not users.is_staff and users.deleted_at is null
  and users.last_login_at < ${moment(years, lessDays)}
  and not exists (select from sessions where sessions.user_id = users.id)
  and not exists (select from orders where orders.user_id = users.id and orders.created_at >= ${moment(years, lessDays)})
  and not exists (
    select from pending_orders where pending_orders.user_id = users.id and pending_orders.state = 'OPEN')
  and not exists (
    select from tickets join event_shows on event_shows.id = tickets.event_show_id
    where tickets.user_id = users.id and tickets.state = 'BOUGHT' and event_shows.ends_at >= ${moment(years, lessDays)})
  and not exists (
    select from tickets join event_shows on event_shows.id = tickets.event_show_id
    where tickets.holder_id = users.id and tickets.state = 'BOUGHT'
      and event_shows.ends_at >= ${moment(years, lessDays)})`

const moment = (years: number, lessDays: number) =>
  sql<Date>`shop_now() - make_interval(years => ${years}::int) + make_interval(days => ${lessDays}::int)`

/** The condition that the owner was warned long enough ago, after the last login. */
const isWarned = sql<boolean>`
  users.deletion_warned_at >= users.last_login_at
  and users.deletion_warned_at < shop_now() - make_interval(days => ${WARNING_DAYS}::int)`

/**
 * Locks and lists accounts that have soon been unused for `years` and whose owners are to be warned: that have not been
 * yet, and for whom no warning waits or could not be sent recently.
 */
export async function lockAccountsToWarn(tx: Tx, years: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users
    where ${isUnusedFor(years, WARNING_DAYS)}
      and (deletion_warned_at is null or deletion_warned_at < last_login_at)
      and id::text not in (
        select payload ->> 'to' from graphile_worker._private_jobs where payload ->> 'template' = ${WARNING})
    order by id limit ${BATCH} for no key update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notes that the owner of an account was warned of its deletion. */
export async function updateDeletionWarned(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ deletion_warned_at: sql<Date>`shop_now()` })
    .where('id', '=', userId)
    .execute()
}

/** Lists accounts that were unused for `years` and whose owners were warned. */
export async function selectUnusedAccounts(db: Db, years: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users where ${isUnusedFor(years, 0)} and ${isWarned} order by id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks an account and tells whether it is still unused and its owner warned. A login either waits for the deletion and
 * then fails, or has happened before.
 */
export async function lockUnusedAccount(tx: Tx, userId: UserId, years: number): Promise<boolean> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  // A second statement, because the first one does not read other tables again after its wait.
  const { rows } =
    await sql`select from users where id = ${userId} and ${isUnusedFor(years, 0)} and ${isWarned}`.execute(tx)
  return rows.length > 0
}
