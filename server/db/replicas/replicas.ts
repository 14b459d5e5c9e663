import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '#server/settings/env.ts'
import { atMost } from '#server/concurrency/at-most.ts'
import { Problem } from '#domain/problem.ts'
import type { Bus } from '../bus.ts'
import { type Db, sqlStateOf } from '../connection.ts'
import { listHosts } from '../database-address.ts'
import { PrimaryHistory } from './primary-history.ts'
import { Replica } from './replica.ts'
import { selectServerState, type ServerState } from './replication.sql.ts'

/**
 * Does a read whose answer may be some seconds old and decides nothing: a public list, a page, a search. On a replica
 * that is young enough, else on the primary. Repeated on the primary if the replica refuses it or fails, so `read` must
 * have no other effect. On the primary if `mustBeNew`: for people who see what they have just changed.
 */
export type Browse = <Result>(read: (db: Db) => Promise<Result>, mustBeNew?: boolean) => Promise<Result>

/** The replicas of the database. */
export type Replicas = {
  browse: Browse
  /** Returns by how many seconds each replica may be behind, by name. Infinity: not used. */
  lags: () => ReadonlyMap<string, number>
  close: () => Promise<void>
}

const CHECK_MS = 1_000
const CHECK_WITHIN_MS = 1_000
/** Longer than any usual read. The primary repeats one that takes longer, unless the replica still tells its state. */
const USUAL_READ_MS = 1_500
const CLOSE_WITHIN_MS = 1_000
const STATEMENT_TOO_LONG = '57014'

type Log = { warn: (text: string) => void; info: (text: string) => void }
type ReplicaSettings = Pick<Settings, 'DATABASE_REPLICA_URL' | 'MAX_REPLICA_LAG' | 'DATABASE_POOL'>

/**
 * Opens the replicas of DATABASE_REPLICA_URL, and looks every second which of them are young enough. After a change of
 * what lists contain, only replicas that have it answer.
 */
export async function openReplicas(
  { db, bus }: { db: Db; bus: Bus },
  settings: ReplicaSettings,
  log: Log,
): Promise<Replicas> {
  const { DATABASE_REPLICA_URL: address, MAX_REPLICA_LAG, DATABASE_POOL } = settings
  const replicas = address === undefined ? [] : listHosts(address).map((host) => new Replica(host, DATABASE_POOL))
  if (replicas.length === 0) {
    return { browse: (read) => read(db), lags: () => new Map(), close: async () => undefined }
  }
  const history = new PrimaryHistory()
  const maxAgeMs = MAX_REPLICA_LAG * 1_000
  const closing = new AbortController()
  let turn = 0
  /** When the last change of what lists contain became known. */
  let changedAt = -Infinity
  const noteChange = () => {
    changedAt = performance.now()
  }
  const unsubscribe = bus.subscribe({
    onPublished: (changes) => {
      if (changes.some(({ what }) => what === 'LISTS')) noteChange()
    },
    onGap: noteChange,
  })
  const isUsable = ({ ageMs, youngAt }: Replica) => ageMs <= maxAgeMs && youngAt > changedAt

  /** Reads the primary's state first, so that a replica looks older than it is, never younger. */
  async function check(): Promise<void> {
    const at = performance.now()
    const primary = await readPrimary()
    if (primary && !primary.isStandby) history.add(primary.position, at)
    await Promise.all(replicas.map((replica) => checkReplica(replica, primary?.cluster)))
  }

  const readPrimary = () => selectServerState(db).catch(() => undefined)

  async function checkReplica(replica: Replica, cluster: string | undefined): Promise<void> {
    const wasUsed = replica.ageMs <= maxAgeMs
    const found = await replica.readState(CHECK_WITHIN_MS).catch((error: Error) => error)
    const later = found instanceof Error ? undefined : await readPrimary()
    const written = later?.isStandby ? undefined : later?.position
    const reason = reasonAgainst(found, cluster) ?? reasonAgainstChanges(replica, found, written)
    replica.setAge(reason || found instanceof Error ? Infinity : history.ageOf(found.position, performance.now()))
    const isUsed = replica.ageMs <= maxAgeMs
    if (isUsed && !wasUsed) log.info(`${replica.name} answers browsing reads.`)
    if (wasUsed && !isUsed) log.warn(`${replica.name} is not used: ${reason ?? 'it is too old'}.`)
  }

  await check()
  for (const { name, ageMs } of replicas) if (ageMs > maxAgeMs) log.warn(`${name} is not used yet.`)
  const checking = (async () => {
    while (!closing.signal.aborted) {
      await wait(CHECK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (!closing.signal.aborted) await check()
    }
  })()

  return {
    lags: () => new Map(replicas.map(({ name, ageMs }) => [name, ageMs / 1_000])),

    async browse(read, mustBeNew = false) {
      if (mustBeNew) return read(db)
      const usable = replicas.filter(isUsable)
      turn += 1
      const replica = usable[turn % usable.length]
      if (!replica) return read(db)
      try {
        return await replica.read(read, { usualMs: USUAL_READ_MS, stateWithinMs: CHECK_WITHIN_MS })
      } catch (error) {
        // The primary would take as long.
        if (sqlStateOf(error) === STATEMENT_TOO_LONG) throw error
        // The primary may know what a replica does not know yet. Only a fault says something about the replica.
        if (!(error instanceof Problem)) {
          replica.setAge(Infinity)
          log.warn(`${replica.name} is not used: ${String(error)}.`)
        }
        return read(db)
      }
    },

    async close() {
      closing.abort()
      unsubscribe()
      await atMost(CLOSE_WITHIN_MS, Promise.all([checking, ...replicas.map((replica) => replica.close())]))
    },
  }
}

/** Says why a server must not be read instead of the primary. Undefined if nothing speaks against it. */
function reasonAgainst(
  found: Awaited<ReturnType<Replica['readState']>> | Error,
  cluster: string | undefined,
): string | undefined {
  if (found instanceof Error) return found.message
  if (!found.isStandby) return 'it is no standby'
  if (cluster !== undefined && found.cluster !== cluster) return 'it is a standby of another database'
  return undefined
}

/** `written`: the primary's position, read after that of the replica. Undefined if it did not answer. */
function reasonAgainstChanges(
  { lostChanges }: Replica,
  found: ServerState | Error,
  written: number | undefined,
): string | undefined {
  const hasLost = !(found instanceof Error) && lostChanges.isOn(found.position, written)
  return hasLost ? 'it has changes that the primary lost' : undefined
}
