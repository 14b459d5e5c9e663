import { Socket } from 'node:net'
import type { Pool } from 'pg'

/** Notices within 15 seconds that the host at the other end of a waiting connection is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 }

/** The longest that PostgreSQL works on a statement, but for migrations and deletions of plans. */
export const LONGEST_STATEMENT_MS = 60_000

const SILENT_MS = LONGEST_STATEMENT_MS + 5_000

/**
 * Ends connections on which nothing moves for so long, such as those to a database that hangs, or to a host that was
 * lost with a statement on its way, which the kernel sends again for a quarter of an hour. Cancels nothing: a commit
 * that waits for its standby would become visible without being safe.
 */
export function endSilentConnections(pool: Pool, silentMs = SILENT_MS): void {
  pool.on('connect', ({ connection: { stream } }) => {
    if (stream instanceof Socket) stream.setTimeout(silentMs, () => stream.destroy())
  })
}
