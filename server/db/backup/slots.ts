import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sqlStateOf } from '../connection.ts'
import type { SuperuserAddress } from '../embedded/superuser.ts'
import { removeStream } from './streams.ts'

const OBJECT_IN_USE = '55006'
/** The shop notices within seconds that a transfer ended, and stores its last WAL first; later on a busy machine. */
const SLOT_FREE_WITHIN_MS = 60_000

/** Connects as the superuser, without an error when the connection ends. The caller ends it. */
export async function connectForBackup(database: SuperuserAddress): Promise<Client> {
  const sql = new Client({ ...database, application_name: 'foyer backup' })
  sql.on('error', () => {})
  await sql.connect()
  return sql
}

/** Ends a transfer, and drops its slot, which keeps WAL. */
export async function endStream(sql: Client, dataDir: string, slot: string): Promise<void> {
  await removeStream(dataDir, slot)
  await dropSlot(sql, slot)
}

/**
 * Drops a replication slot if it exists, after its connection has ended. The shop may be just opening one. Throws an
 * Error with a sentence for the operator if the connection does not end.
 */
export async function dropSlot(sql: Client, slot: string, withinMs = SLOT_FREE_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      await sql.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
        slot,
      ])
      return
    } catch (error) {
      if (sqlStateOf(error) !== OBJECT_IN_USE) throw error
      if (Date.now() > deadline) {
        throw new Error(
          'The shop adds no more changes to the backup, but is still busy with it, as when its disk does not answer. The database keeps up to 4 GB of changes for it until "npm run backup" runs again.',
          { cause: error },
        )
      }
    }
    await pause(20)
  }
}
