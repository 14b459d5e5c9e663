import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort, openCluster } from '#server/db/embedded/cluster.ts'
import { endOrphans, startServer, stopServer } from '#server/db/embedded/server-process.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'

const run = promisify(execFile)

/** A standby that streams from an embedded PostgreSQL. */
export type StreamingReplica = {
  /** The address for the role of the shop. */
  url: string
  /** Lets it replay no more changes, or all of them again. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Stops its processes where they are, or lets them go on. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** Ends it by SIGKILL. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Copies a running embedded PostgreSQL into an empty folder while it runs, and starts the copy as its standby. */
export async function startReplica(dataDir: string, connectionString: string, into: string): Promise<StreamingReplica> {
  const primary = await findSuperuser(dataDir, connectionString)
  const backup = new Client(primary)
  await backup.connect()
  await backup.query(`select pg_backup_start('replica', true)`)
  await run('cp', ['-a', `${dataDir}/.`, into])
  const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await backup.end()
  const folder = join(into, 'postgres')
  await rm(join(folder, 'postmaster.pid'))
  const cluster = await openCluster(into)
  for (const [name, content] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(folder, name), content)
    await cluster.starter.handOver(join(folder, name))
  }
  const port = await freePort()
  const { host, user, password } = primary
  const settings = {
    primary_conninfo: `host=${host} port=${primary.port} user=${user} password=${password}`,
    wal_retrieve_retry_interval: '500ms',
  }
  let pid = await startServer(cluster, port, { settings })
  const url = new URL(connectionString)
  url.port = String(port)

  async function ask(statement: string): Promise<void> {
    const client = new Client({ ...primary, port })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  /** Signals the server and the processes that it has started. */
  async function signalAll(signal: string): Promise<void> {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
    for (const one of [pid, ...children.map(Number)]) {
      try {
        process.kill(one, signal)
      } catch {
        // It has just ended.
      }
    }
  }
  async function stop(): Promise<void> {
    await stopServer(pid)
    await endOrphans(folder)
  }
  return {
    url: url.href,
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    kill: async () => {
      process.kill(pid, 'SIGKILL')
      await endOrphans(folder)
    },
    start: async () => {
      pid = await startServer(cluster, port, { settings })
    },
    stop,
  }
}
