import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, openCluster } from './cluster.ts'
import { startServer, stopServer } from './server-process.ts'
import { connectSuperuser } from './superuser.ts'

const A_WEEK_MS = 7 * 24 * 60 * 60_000

/** The WAL ends before the moment to which a database is recovered. */
export class WalEndsBeforeError extends Error {
  override readonly name = 'WalEndsBeforeError'
}

/**
 * Recovers the base backup in `dataDir/postgres` by the WAL in its `pg_wal`, and stops it. Without `until`, to the end
 * of the WAL. Returns the time of the last transaction, or undefined if the WAL has none. Throws `WalEndsBeforeError`
 * if the WAL ends before `until`.
 */
export async function recoverCluster(dataDir: string, until: Date | undefined): Promise<Date | undefined> {
  const cluster = await openCluster(dataDir)
  await writeFile(join(cluster.folder, 'recovery.signal'), '')
  await handOverAll(cluster.folder, cluster.starter.handOver)
  const settings = {
    // Finds nothing, so that PostgreSQL reads the WAL in pg_wal.
    restore_command: 'exit 1',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    hot_standby: 'off',
    // The letter Z is not yet known when PostgreSQL reads its command line.
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
  }
  const port = await freePort()
  const pid = await startServer(cluster, port, { settings, readyWithinMs: A_WEEK_MS }).catch((error: unknown) => {
    if (String(error).includes('recovery ended before configured recovery target')) throw new WalEndsBeforeError()
    throw error
  })
  const { client } = await connectSuperuser(cluster.passwords, port)
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]?.at ?? undefined
  } finally {
    await client.end()
    await stopServer(pid)
  }
}

/** Gives a folder and everything in it to PostgreSQL's user. */
async function handOverAll(path: string, handOver: (path: string) => Promise<void>): Promise<void> {
  await handOver(path)
  if (!(await stat(path)).isDirectory()) return
  for (const name of await readdir(path)) await handOverAll(join(path, name), handOver)
}
