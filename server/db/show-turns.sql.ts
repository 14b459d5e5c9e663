import { sql } from 'kysely'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import type { Db, Tx } from './connection.ts'

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

/** Says that a show is being changed, so that its transaction cannot go on. `inTransaction` waits, then repeats it. */
export class ShowIsChanging extends Error {
  readonly showId: ShowId
  constructor(showId: ShowId) {
    super(`Show ${showId} is being changed.`)
    this.showId = showId
  }
}

/**
 * Keeps changes of the shows of tickets waiting until the transaction ends. Throws `ShowIsChanging` if one is under way
 * or waits, because waiting for the locks of its tickets would keep a connection and room from other requests.
 */
export async function keepShowsOfTickets(tx: Tx, ticketIds: readonly TicketId[]): Promise<void> {
  if (ticketIds.length === 0) return
  const { rows } = await sql<{ id: ShowId; isKept: boolean }>`
    select id, pg_try_advisory_xact_lock_shared(${sql.lit(SHOWS)}::bigint << 32 | id) as "isKept"
    from (select distinct event_show_id as id from tickets where id = any(${ticketIds}::int[])) as shows`.execute(tx)
  const changing = rows.find(({ isKept }) => !isKept)
  if (changing) throw new ShowIsChanging(changing.id)
}

const waits = new WeakMap<Db, Map<ShowId, Promise<void>>>()

/**
 * Waits for the changes of a show that wait or are under way, until the lock timeout, without room in the server. All
 * requests of the process share one wait in the database. One that joined a wait which failed tries once more.
 */
export function outwaitChanges(db: Db, showId: ShowId): Promise<void> {
  const hasBegun = waits.get(db)?.has(showId)
  const wait = () => withoutConnection(() => sharedWait(db, showId))
  return hasBegun ? wait().catch(wait) : wait()
}

function sharedWait(db: Db, showId: ShowId): Promise<void> {
  const ofShows = waits.get(db) ?? new Map<ShowId, Promise<void>>()
  waits.set(db, ofShows)
  const known = ofShows.get(showId)
  if (known) return known
  const wait = sql`select pg_advisory_xact_lock_shared(${keyOf(showId)})`
    .execute(db)
    .then(() => undefined)
    .finally(() => ofShows.delete(showId))
  ofShows.set(showId, wait)
  return wait
}

/** Waits for the transactions that keep a show unchanged. Later calls wait for this transaction. */
export async function waitForUsers(tx: Tx, showId: ShowId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(showId)})`.execute(tx)
}
