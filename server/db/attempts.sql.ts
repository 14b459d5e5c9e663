import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/** A bucket that is fuller by more than this was filled when the clock was ahead. */
const OVERFULL_SECONDS = 60

type Attempt = { key: string; secondsPerAttempt: number }

/**
 * Adds one attempt to each leaky bucket, which drains in `secondsPerAttempt`, and locks the buckets until the end of
 * the transaction. Returns how full each is then, in seconds until it is empty.
 */
export async function insertAttempts(tx: Tx, buckets: readonly Attempt[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; seconds: number }>`
    insert into attempts (key, empty_at)
    select key, shop_now() + make_interval(secs => seconds) from ${rowsOf(buckets)} order by key
    on conflict (key) do update
      set empty_at = greatest(attempts.empty_at, shop_now()) + (excluded.empty_at - shop_now())
    returning key, extract(epoch from empty_at - shop_now())::float8 as seconds`.execute(tx)
  return new Map(rows.map(({ key, seconds }) => [key, seconds]))
}

/** Takes one attempt out of each leaky bucket. */
export async function removeAttempts(db: Db, buckets: readonly Attempt[]): Promise<void> {
  await sql`
    with locked as (
      select attempts.key, seconds from attempts join ${rowsOf(buckets)} using (key) order by key for update of attempts)
    update attempts set empty_at = empty_at - make_interval(secs => seconds)
    from locked where attempts.key = locked.key`.execute(db)
}

function rowsOf(buckets: readonly Attempt[]) {
  const keys = buckets.map(({ key }) => key)
  const seconds = buckets.map(({ secondsPerAttempt }) => secondsPerAttempt)
  return sql`unnest(${keys}::text[], ${seconds}::float8[]) as bucket (key, seconds)`
}

/** Empties a leaky bucket. */
export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

/**
 * Adds one attempt to a leaky bucket of `attempts`, each of which drains in `secondsPerAttempt`. Returns how many were
 * in it before, or undefined, and adds nothing, if it is full. Empties one that is fuller than it can be, as after the
 * database's clock was ahead.
 */
export async function insertAttemptWithRoom(
  db: Db | Tx,
  { key, attempts, secondsPerAttempt }: { key: string; attempts: number; secondsPerAttempt: number },
): Promise<{ before: number } | undefined> {
  const aheadSeconds = attempts * secondsPerAttempt + OVERFULL_SECONDS
  const isOfLateClock = sql`attempts.empty_at > shop_now() + make_interval(secs => ${aheadSeconds})`
  const { rows } = await sql<{ before: number }>`
    insert into attempts (key, empty_at) values (${hashed(key)}, shop_now() + make_interval(secs => ${secondsPerAttempt}))
    on conflict (key) do update
      set empty_at = case when ${isOfLateClock} then shop_now() else greatest(attempts.empty_at, shop_now()) end
        + make_interval(secs => ${secondsPerAttempt})
      where attempts.empty_at <= shop_now() + make_interval(secs => ${(attempts - 1) * secondsPerAttempt})
        or ${isOfLateClock}
    returning ceil(extract(epoch from empty_at - shop_now()) / ${secondsPerAttempt} - 1)::int as before`.execute(db)
  return rows[0]
}

/** Empties a bucket that `insertAttemptWithRoom` has filled. */
export function deleteAttemptsWithRoom(db: Db, key: string): Promise<void> {
  return deleteAttempts(db, hashed(key))
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
