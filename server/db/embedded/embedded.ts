import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError, escapeLiteral } from 'pg'
import { atMost } from '../../concurrency/at-most.ts'
import { SettingsError } from '../../settings/env.ts'
import type { DatabaseUrls } from '../migrate.ts'
import { type Cluster, freePort, openCluster } from './cluster.ts'
import { type Passwords, readShopPassword } from './passwords.ts'
import { DATABASE, OWNER, prepareRoles, SHOP } from './roles.ts'
import {
  endOrphans,
  FEWEST_CONNECTIONS,
  isAlive,
  isServerOf,
  type Patience,
  READY_WITHIN_MS,
  startServer,
  stopServer,
  untilReady,
} from './server-process.ts'
import { connectSuperuser, FIXED_IN_URL, INVALID_PASSWORD, SUPERUSER } from './superuser.ts'
import { isConfined } from './unprivileged.ts'

/** The advisory lock of the instance that runs on the data. */
export const OWNERSHIP_LOCK = 7_401_002
const END_WITHIN_MS = 2_000
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 5_000]

type StartOptions = Patience & { connections?: number }

/** A running embedded PostgreSQL. */
export type EmbeddedDatabase = DatabaseUrls & { isNew: boolean; stop: () => Promise<void> }

/**
 * Starts the PostgreSQL that comes with Foyer on `dataDir/postgres`, or takes over the server that a killed instance
 * left running. Throws `DataInUseError` if another instance uses the same data. Restarts a server that dies, on the
 * same port, until its `stop`. A server that it starts allows at least `connections`. Waits for a long recovery until
 * the option `stop`, and then leaves the server running for the next instance.
 */
export async function startEmbedded(
  dataDir: string,
  { connections = 0, ...patience }: StartOptions = {},
): Promise<EmbeddedDatabase> {
  const cluster = { ...(await openCluster(dataDir)), connections }
  let server = (await findRunning(cluster, patience)) ?? (await start(cluster, await freePort(), patience))
  await prepareRoles(server.superuser, cluster.passwords, server.port)

  const stopping = new AbortController()
  let restarting: Promise<void> | undefined
  const restartWhenLost = () =>
    server.superuser.once('end', () => {
      if (!stopping.signal.aborted) restarting = restart()
    })
  async function restart(): Promise<void> {
    const restarted = await recover(cluster, server.port, stopping.signal)
    if (!restarted) return
    server = restarted
    restartWhenLost()
  }
  restartWhenLost()

  async function stop(): Promise<void> {
    stopping.abort()
    await restarting
    // A server that hangs never ends the connection.
    await atMost(
      END_WITHIN_MS,
      server.superuser.end().catch(() => {}),
    )
    await stopServer(server.pid)
  }
  return { ...urlsOf(cluster.passwords, server.port), isNew: cluster.isNew, stop }
}

/**
 * Starts the embedded PostgreSQL like `startEmbedded`, or joins the one of a running instance. For operators' commands.
 * Throws a `SettingsError` if an earlier version of Foyer, which knew fewer roles, started the running instance.
 */
export async function joinEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  try {
    return await startEmbedded(dataDir)
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error
    await requireOwner(dataDir, error.urls)
    return { ...error.urls, isNew: false, stop: async () => {} }
  }
}

async function requireOwner(dataDir: string, { ownerUrl }: DatabaseUrls): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === INVALID_PASSWORD)) throw error
    throw new SettingsError(
      `The shop that is running on ${dataDir} was started by an earlier version of Foyer, whose database this command cannot use. Restart the shop with this version first.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the address of the running server on these data. Undefined if none runs. Starts nothing. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const found = await readPidFile(join(dataDir, 'postgres'))
  return found?.port ? urlOf(SHOP, await readShopPassword(dataDir), found.port) : undefined
}

/** A cluster, and the number of connections that its server must allow. */
type StartedCluster = Cluster & { connections: number }

/** A running server, and the connection that holds its ownership lock. */
type Server = { port: number; pid: number; superuser: Client }

async function start(cluster: StartedCluster, port: number, patience: Patience): Promise<Server> {
  const settings = { max_connections: String(Math.max(FEWEST_CONNECTIONS, cluster.connections)) }
  const pid = await startServer(cluster, port, { settings, ...patience })
  return { port, pid, superuser: await lockOwnership(cluster, port) }
}

/**
 * Waits until the server has recovered by itself, or starts it again if it is dead. Tries until `stopping`, with longer
 * and longer pauses, so that a server without disk space does not use up the processor.
 */
async function recover(cluster: StartedCluster, port: number, stopping: AbortSignal): Promise<Server | undefined> {
  for (let waitMs = SHORTEST_PAUSE_MS; !stopping.aborted; waitMs = Math.min(LONGEST_PAUSE_MS, 2 * waitMs)) {
    try {
      return (await findRunning(cluster, { stop: stopping })) ?? (await start(cluster, port, { stop: stopping }))
    } catch {
      await pause(waitMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
  return undefined
}

/** Another instance of Foyer uses the same data. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
  readonly urls: DatabaseUrls

  constructor(folder: string, urls: DatabaseUrls) {
    super(`Another Foyer is already running on ${folder}.`)
    this.urls = urls
  }
}

const urlsOf = ({ owner, shop }: Passwords, port: number): DatabaseUrls => ({
  connectionString: urlOf(SHOP, shop, port),
  ownerUrl: urlOf(OWNER, owner, port),
})

const urlOf = (role: string, password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}?${FIXED_IN_URL}`

/**
 * Takes the ownership lock, which the server releases when this process ends. Throws `DataInUseError` if it is taken.
 * Gives the superuser the password of its file, if an earlier version of Foyer initialised the cluster with the shop's.
 */
async function lockOwnership(cluster: Cluster, port: number): Promise<Client> {
  const { client, password } = await connectSuperuser(cluster.passwords, port)
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNERSHIP_LOCK])
  if (!rows[0]?.mine) {
    await client.end()
    throw new DataInUseError(cluster.folder, urlsOf(cluster.passwords, port))
  }
  const { superuser } = cluster.passwords
  if (password !== superuser) await client.query(`alter role ${SUPERUSER} password ${escapeLiteral(superuser)}`)
  return client
}

/** The errors that do not pass: nobody listens, or the password is wrong. A server that recovers ends connections. */
const LASTING = ['ECONNREFUSED', INVALID_PASSWORD]

/** Takes the ownership lock of a server that may start still, or recover, as after one of its processes was killed. */
function lockWhenReady(
  cluster: Cluster,
  { pid, port }: { pid: number; port: number },
  patience: Patience,
): Promise<Client> {
  const isLasting = (error: unknown) =>
    error instanceof DataInUseError || LASTING.includes(String(codeOf(error))) || !isAlive(pid)
  return untilReady(() => lockOwnership(cluster, port), { withinMs: READY_WITHIN_MS, isLasting, ...patience })
}

/**
 * Takes over the server that runs on this cluster, also one that an earlier instance left. Stops one that does not
 * answer, or that has more rights than a server started today.
 */
async function findRunning(cluster: Cluster, patience: Patience): Promise<Server | undefined> {
  const found = await readPidFile(cluster.folder)
  if (!found) return undefined
  const { pid, port } = found
  try {
    const superuser = await lockWhenReady(cluster, found, patience)
    if (await isConfined(pid)) return { pid, port, superuser }
    await superuser.end()
    await stopServer(pid)
    return undefined
  } catch (error) {
    if (error instanceof DataInUseError || patience.stop?.aborted) throw error
    if (await isServerOf(cluster.folder, pid, { ifUnknown: true })) await stopServer(pid)
    else {
      await endOrphans(cluster.folder)
      await rm(pidFileIn(cluster.folder), { force: true })
    }
    return undefined
  }
}

const pidFileIn = (folder: string) => join(folder, 'postmaster.pid')

/** Reads the process id and port of the server that was started last. Undefined if it was stopped. */
async function readPidFile(folder: string): Promise<{ pid: number; port: number } | undefined> {
  return readFile(pidFileIn(folder), 'utf8').then(
    (content) => {
      const lines = content.split('\n')
      return { pid: Number(lines[0]), port: Number(lines[3]) }
    },
    () => undefined,
  )
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
