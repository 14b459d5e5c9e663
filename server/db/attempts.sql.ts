import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './connection.ts'

/** Reads how full leaky buckets are, in seconds until they are empty. Leaves out empty ones. */
export async function selectFullness(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; seconds: number }>`
    select key, extract(epoch from empty_at - shop_now())::float8 as seconds from attempts
    where key = any(${keys}::text[]) and empty_at > shop_now()`.execute(db)
  return new Map(rows.map(({ key, seconds }) => [key, seconds]))
}

/** Adds one attempt to each leaky bucket. An attempt drains in `secondsPerAttempt`. */
export async function insertAttempts(
  db: Db,
  buckets: readonly { key: string; secondsPerAttempt: number }[],
): Promise<void> {
  await sql`
    insert into attempts (key, empty_at)
    select key, shop_now() + make_interval(secs => seconds)
    from unnest(
      ${buckets.map(({ key }) => key)}::text[],
      ${buckets.map(({ secondsPerAttempt }) => secondsPerAttempt)}::float8[]) as bucket (key, seconds)
    order by key
    on conflict (key) do update
      set empty_at = greatest(attempts.empty_at, shop_now()) + (excluded.empty_at - shop_now())`.execute(db)
}

/** Empties a leaky bucket. */
export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

/**
 * Adds one attempt to a leaky bucket of `attempts`, each of which drains in `secondsPerAttempt`. Returns false, and adds
 * nothing, if it is full.
 */
export async function insertAttemptWithRoom(
  db: Db | Tx,
  { key, attempts, secondsPerAttempt }: { key: string; attempts: number; secondsPerAttempt: number },
): Promise<boolean> {
  const hashed = createHash('sha256').update(key).digest('base64url')
  const { rows } = await sql`
    insert into attempts (key, empty_at) values (${hashed}, shop_now() + make_interval(secs => ${secondsPerAttempt}))
    on conflict (key) do update
      set empty_at = greatest(attempts.empty_at, shop_now()) + make_interval(secs => ${secondsPerAttempt})
      where attempts.empty_at <= shop_now() + make_interval(secs => ${(attempts - 1) * secondsPerAttempt})
    returning 1`.execute(db)
  return rows.length > 0
}
