import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** The precision of a session's last use: writes at most one row per session and interval. */
const USE_INTERVAL = sql`interval '15 minutes'`

/**
 * The condition that a session has not expired, and was used in the last hours if their number is given. A use is noted
 * up to an interval late, so a session lasts up to an interval longer.
 */
export const isLive = (idleHours: number | undefined) => sql<boolean>`
  sessions.expires_at > shop_now()
  and (${idleHours ?? null}::int is null or coalesce(sessions.last_used_at, sessions.created_at)
    > shop_now() - make_interval(hours => ${idleHours ?? null}::int) - ${USE_INTERVAL})`

type SessionWanted = { sessionHash: Buffer; tokenExpiresAt: Date }

/** A live session with its user. */
export type LiveSession = {
  userId: UserId
  isAdmin: boolean
  isStaff: boolean
  emailVerifiedAt: Date | null
  secondFactorSince: Date | null
  isUseOutdated: boolean
}

/**
 * Reads live sessions whose users are neither locked nor deleted, in the order of `wanted`. Undefined for any other
 * session, and for an expired token.
 */
export async function selectLiveSessions(
  db: Db,
  wanted: readonly SessionWanted[],
  idleHours: number | undefined,
): Promise<(LiveSession | undefined)[]> {
  const { rows } = await sql<LiveSession & { position: number }>`
    select wanted.position, session.*
    from unnest(
      ${wanted.map(({ sessionHash }) => sessionHash)}::bytea[],
      ${wanted.map(({ tokenExpiresAt }) => tokenExpiresAt)}::timestamptz[]
    ) with ordinality as wanted (id_hash, token_expires_at, position)
    cross join lateral (
      select users.id as "userId", is_admin as "isAdmin", is_staff as "isStaff",
        email_verified_at as "emailVerifiedAt", second_factor_since as "secondFactorSince",
        coalesce(last_used_at, sessions.created_at) < shop_now() - ${USE_INTERVAL} as "isUseOutdated"
      from sessions join users on users.id = sessions.user_id
      where sessions.id_hash = wanted.id_hash and ${isLive(idleHours)}
        and not users.is_locked and users.deleted_at is null
      limit 1
    ) as session
    where wanted.token_expires_at > shop_now()`.execute(db)
  const found: (LiveSession | undefined)[] = wanted.map(() => undefined)
  for (const { position, ...session } of rows) found[position - 1] = session
  return found
}

export function selectUserByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'password_hash as passwordHash',
      'is_admin as isAdmin',
      'is_staff as isStaff',
      'is_locked as isLocked',
      'email_verified_at as emailVerifiedAt',
      'second_factor_since as secondFactorSince',
    ])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type NewSession = {
  sessionHash: Buffer
  userId: UserId
  passwordHash: string
  device: string
  hasShownCode: boolean
  days: number
}

/** More than anybody uses; without a limit, logins of one account could fill the disk. */
const MAX_SESSIONS = 50

/**
 * Creates a session and notes the login. Ends the account's least recently used sessions above the limit, which holds
 * if its row is locked. Returns the time at which the session expires, or undefined if the user has
 * been locked or deleted, has another password, or has turned on a second factor by now and shown no code; waits for a
 * concurrent change of these.
 */
export async function insertSession(db: Db, session: NewSession): Promise<Date | undefined> {
  const { sessionHash, userId, passwordHash, device, hasShownCode, days } = session
  const { rows } = await sql<{ expiresAt: Date }>`
    with found as (
      update users set last_login_at = shop_now()
      where id = ${userId} and password_hash = ${passwordHash} and not is_locked and deleted_at is null
        and (second_factor_since is null or ${hasShownCode})
      returning id),
    ended as (
      delete from sessions where id_hash in (
        select id_hash from sessions where user_id = (select id from found)
        order by coalesce(last_used_at, created_at) desc offset ${MAX_SESSIONS - 1}))
    insert into sessions (id_hash, user_id, device, expires_at)
    select ${sessionHash}, id, ${device}, shop_now() + make_interval(days => ${days}::int) from found
    returning expires_at as "expiresAt"`.execute(db)
  return rows[0]?.expiresAt
}

/**
 * Notes the use of a session, at most once per interval even if many requests come at once. Does not wait until the
 * commit is durable, so that reading goes on while the standby of the database is away.
 */
export async function updateLastUsed(db: Db, sessionHash: Buffer): Promise<void> {
  await sql`
    with hasty as materialized (select set_config('synchronous_commit', 'off', true) as value)
    update sessions set last_used_at = shop_now() from hasty
    where value = 'off' and id_hash = ${sessionHash} and coalesce(last_used_at, created_at) < shop_now() - ${USE_INTERVAL}`.execute(
    db,
  )
}

export async function deleteSession(db: Db | Tx, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', sessionHash).execute()
}

/** Stores a value unless the name already has one. Returns the stored value. */
export async function insertSettingOnce(db: Db, name: string, value: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = settings.value
    returning value`.execute(db)
  return rows[0]?.value ?? value
}
