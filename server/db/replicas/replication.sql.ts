import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** The state of a server: which cluster it belongs to, and its position in the WAL in bytes. */
export type ServerState = { cluster: string; isStandby: boolean; position: number }

/** Reads how far a primary has written, or a standby has replayed. */
export async function selectServerState(db: Db): Promise<ServerState> {
  const { rows } = await sql<ServerState>`
    select system_identifier::text as cluster, pg_is_in_recovery() as "isStandby",
      pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
      ) as position
    from pg_control_system()`.execute(db)
  const [state] = rows
  if (!state) throw new Error('The database told no state.')
  return state
}
