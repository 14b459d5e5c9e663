import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { Tx } from './connection.ts'

/** The first half of the keys, beside the ids of shows, which are the second half. */
const SHOWS = 7_401_006

const keyOf = (showId: ShowId) => sql`${sql.lit(SHOWS)}::bigint << 32 | ${showId}::bigint`

/**
 * Waits for the changes of a show that wait or are under way, until the transaction ends. Precedes the shared lock of
 * its row, which PostgreSQL would also give to reservations that come after a waiting change: while they never cease,
 * the change would never begin.
 */
export async function waitForChanges(tx: Tx, showId: ShowId): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(showId)})`.execute(tx)
}

/**
 * Returns those of several shows that no transaction changes or waits to change, and keeps changes of them waiting like
 * `waitForChanges`.
 */
export async function keepUnchanged(tx: Tx, showIds: readonly ShowId[]): Promise<Set<ShowId>> {
  const { rows } = await sql<{ id: ShowId }>`
    select id from unnest(${showIds}::int[]) as id
    where pg_try_advisory_xact_lock_shared(${sql.lit(SHOWS)}::bigint << 32 | id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Waits for the transactions that keep a show unchanged. Later calls wait for this transaction. */
export async function waitForUsers(tx: Tx, showId: ShowId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(showId)})`.execute(tx)
}
