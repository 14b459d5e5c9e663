import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Cluster } from './cluster.ts'
import { connectSuperuser } from './superuser.ts'

/** The longest time that a server takes to start, in milliseconds, without its recovery after a crash. */
export const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 30_000
const ABORT_WITHIN_MS = 5_000

/** Limits the WAL that the server keeps while the backup folder cannot be written. */
const MOST_WAL_FOR_BACKUP = '4GB'

/** Enough for one process, operators' commands and a second server. */
export const FEWEST_CONNECTIONS = 300

/** A recovery that takes longer is told, and left to the next instance at a stop. */
const LONG_RECOVERY_MS = 5_000

/** How to wait for a server whose recovery takes long: until `stop`, and saying so once. */
export type Patience = { stop?: AbortSignal | undefined; say?: ((text: string) => void) | undefined }

/** Settings besides those of every start, and the time until the server must answer or recover, in milliseconds. */
type ServerOptions = Patience & { settings?: Record<string, string>; readyWithinMs?: number }

/**
 * Starts the server and waits until it answers. Returns its process id. Throws its last messages if it ends, and in a
 * long recovery the reason of `stop`: it goes on recovering, and the next instance takes it over.
 */
export async function startServer(
  cluster: Cluster,
  port: number,
  { settings: special = {}, readyWithinMs = READY_WITHIN_MS, stop, say }: ServerOptions = {},
): Promise<number> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: FEWEST_CONNECTIONS,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    max_wal_size: '2GB',
    max_slot_wal_keep_size: MOST_WAL_FOR_BACKUP,
    jit: 'off',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    log_destination: 'stderr',
    ...special,
  }
  const args = [
    '-D',
    cluster.starter.pathInside(cluster.folder),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // Detached into its own process group, so that Ctrl-C does not stop the database while requests still run.
  const child = cluster.starter.start(cluster.postgres, args, cluster.folder, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  const ended = new AbortController()
  child.once('error', (error) => ended.abort(error))
  child.once('close', () => ended.abort(new Error(`The embedded PostgreSQL did not start: ${output.trim()}`)))
  const connect = async () => {
    const { client } = await connectSuperuser(cluster.passwords, port)
    await client.end()
  }
  const throwIfEnded = () => {
    ended.signal.throwIfAborted()
    return false
  }
  try {
    await untilReady(connect, { withinMs: readyWithinMs, isLasting: throwIfEnded, stop, say })
  } catch (error) {
    if (ended.signal.aborted) throw error
    // This process may end before the server does.
    child.unref()
    child.stderr?.destroy()
    if (stop?.aborted) throw error
    throw new Error(`The embedded PostgreSQL did not answer within ${readyWithinMs / 1_000} seconds.`, { cause: error })
  }
  return child.pid ?? 0
}

type Waiting = Patience & {
  withinMs: number
  /** Throws an error, or returns true, if it does not pass. */
  isLasting: (error: unknown) => boolean
}

/**
 * Tries until a server that starts answers. Waits for the end of a recovery, however long it takes: ended and begun
 * again, it would never be over. Throws errors that last or go on for too long, and in a long recovery the reason of
 * `stop`. A shorter one is waited for, so that the server can be stopped.
 */
export async function untilReady<Result>(
  attempt: () => Promise<Result>,
  { withinMs, isLasting, stop, say }: Waiting,
): Promise<Result> {
  const start = performance.now()
  let deadline = start + withinMs
  let isTold = false
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const now = performance.now()
      if (isRecovering(error)) {
        deadline = now + withinMs
        if (now - start > LONG_RECOVERY_MS) {
          if (!isTold) say?.('Waiting for the database, which recovers from a crash.')
          isTold = true
          stop?.throwIfAborted()
        }
      }
      if (isLasting(error) || now > deadline) throw error
      await pause(50)
    }
  }
}

const CANNOT_CONNECT_NOW = '57P03'

/** Tells whether a server refuses connections because it starts, or recovers from a crash. */
function isRecovering(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code !== CANNOT_CONNECT_NOW) return false
  return !error.message.includes('shutting down')
}

/** Stops the server with a fast shutdown and waits until it is gone. Aborts one that does not stop in time. */
export async function stopServer(pid: number): Promise<void> {
  if (await end(pid, 'SIGINT', STOP_WITHIN_MS)) return
  if (await end(pid, 'SIGQUIT', ABORT_WITHIN_MS)) return
  await end(pid, 'SIGKILL', STOP_WITHIN_MS)
}

/**
 * Ends the processes that a dead server left in its folder. They end by themselves, except one that hangs, which would
 * keep the shared memory, so that no server could start. Finds them on Linux only.
 */
export async function endOrphans(folder: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    if (await isServerOf(folder, pid, { ifUnknown: false })) await end(pid, 'SIGKILL', STOP_WITHIN_MS)
  }
}

/** Sends a signal to a process, unless it has ended by itself. Returns whether it ended in time. */
async function end(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return !isAlive(pid)
  }
  const deadline = Date.now() + withinMs
  while (isAlive(pid) && Date.now() < deadline) await pause(5)
  return !isAlive(pid)
}

/**
 * Tells whether a process is a PostgreSQL on this folder. After a reboot, a recorded id may belong to another process,
 * also to another PostgreSQL. `ifUnknown`: the answer for one whose folder the system does not tell.
 */
export async function isServerOf(folder: string, pid: number, { ifUnknown }: { ifUnknown: boolean }): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (name.trim() !== 'postgres') return false
  const cwd = await readlink(`/proc/${pid}/cwd`).catch((error: Error & { code?: string }) => error)
  if (typeof cwd !== 'string') return cwd.code === 'EACCES' && ifUnknown
  return cwd === (await realpath(folder))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
