import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { findSuperuser } from '../embedded/superuser.ts'
import { beginningOf, readBackup } from './backup-folder.ts'
import { refuseBackup } from './claims.ts'
import { Disk } from './disk.ts'
import { ForeignBackupError, refusalOf } from './foreign-backup-error.ts'
import { connectForBackup, dropSlot, endStream } from './slots.ts'
import { listStreams, streamsFrom, type WalStream } from './streams.ts'
import { DISK_ANSWERS_WITHIN_MS, SYNC_EVERY_MS, WATCH_MS } from './times.ts'
import { transfer } from './transfer.ts'

const RETRY_AFTER_MS = 2_000
const WARN_EVERY_MS = 10 * 60_000

type Log = { warn: (text: string) => void; info: (text: string) => void }
/**
 * The latest backup as this process knows it: when it was made, and until when it contains all changes. `coveredUntil`
 * is absent until this process has added changes.
 */
export type BackupState = { madeAt?: Date; coveredUntil?: Date }

type WalReceiver = { stop: () => Promise<void>; state: () => BackupState }
/** `diskAnswersWithinMs` and `watchMs` are shorter in tests. */
type Shop = { dataDir: string; connectionString: string; log: Log; diskAnswersWithinMs?: number; watchMs?: number }

/**
 * Transfers the WAL of the embedded database into the folder of the last backup until `stop`. A folder that cannot be
 * written never stops the shop: the log warns, the database keeps up to 4 GB of WAL, and the transfer is tried again.
 * The transfers of two backups do not wait for each other. `stop` transfers the last changes first, within seconds.
 */
export function startWalReceiver({
  dataDir,
  connectionString,
  log,
  diskAnswersWithinMs = DISK_ANSWERS_WITHIN_MS,
  watchMs = WATCH_MS,
}: Shop): WalReceiver {
  const stopping = new AbortController()
  const id = randomUUID()
  const disks = new Map<string, Disk>()
  const warned = new Map<string, { at: number; isRefusal: boolean }>()
  const refused = new Set<string>()
  let latest: BackupState = {}

  /** Warns every ten minutes, and at once of a refusal, which needs the operator. */
  function warn({ slot, folder }: WalStream, error: unknown): void {
    const isRefusal = error instanceof ForeignBackupError
    const last = warned.get(slot)
    if (last?.isRefusal === isRefusal && performance.now() - last.at < WARN_EVERY_MS) return
    warned.set(slot, { at: performance.now(), isRefusal })
    log.warn(
      isRefusal
        ? refusalOf(folder, error)
        : `The backup in ${folder} gets no changes: ${String(error)}. The database keeps up to 4 GB of them. If the replication slot is lost, run "npm run backup" again.`,
    )
  }
  function diskOf({ folder }: WalStream): Disk {
    const target = dirname(folder)
    const disk = disks.get(target) ?? new Disk(diskAnswersWithinMs)
    disks.set(target, disk)
    return disk
  }
  async function transferNow(stream: WalStream): Promise<void> {
    const { slot, folder } = stream
    const disk = diskOf(stream)
    const database = await findSuperuser(dataDir, connectionString)
    const onStored = async (coveredUntil: Date) => {
      const backup = await disk.use(() => readBackup(folder))
      latest = { ...(backup ? { madeAt: new Date(backup.finishedAt) } : {}), coveredUntil }
      if (warned.delete(slot)) log.info(`The backup in ${folder} gets changes again.`)
    }
    await transfer(stream, { id, dataDir, database, disk, stopping: stopping.signal, watchMs, onStored })
  }
  async function giveUp(stream: WalStream, error: unknown): Promise<void> {
    warn(stream, error)
    if (error instanceof ForeignBackupError && !refused.has(stream.slot)) await refuse(stream, error)
    const [, next] = await streamsFrom(dataDir, stream.slot)
    // A newer backup needs no older one.
    if (next) await withSql((sql) => endStream(sql, dataDir, stream.slot))
  }
  async function withSql(work: (sql: Client) => Promise<void>): Promise<void> {
    const sql = await connectForBackup(await findSuperuser(dataDir, connectionString))
    await work(sql).finally(() => sql.end())
  }
  /** Adds no more changes of these data. Drops the slot, which would keep WAL for nobody. */
  async function refuse(stream: WalStream, error: ForeignBackupError): Promise<void> {
    await diskOf(stream).use(() => refuseBackup(dataDir, stream, error))
    await withSql((sql) => dropSlot(sql, stream.slot))
    refused.add(stream.slot)
  }
  /** Repeats a transfer until it is over. */
  async function follow(slot: string): Promise<void> {
    let foreign: ForeignBackupError | undefined
    for (;;) {
      // Also transfers the last changes of a shop that stops between two attempts.
      const isLast = stopping.signal.aborted
      const [stream] = await streamsFrom(dataDir, slot)
      if (!stream) return
      try {
        if (foreign) throw foreign
        await transferNow(stream)
        return
      } catch (error) {
        if (error instanceof ForeignBackupError) foreign = error
        await giveUp(stream, error).catch(() => {})
      }
      if (isLast) return
      await pause(RETRY_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  async function run(): Promise<void> {
    const following = new Map<string, Promise<void>>()
    for (;;) {
      const isLast = stopping.signal.aborted
      const streams = await listStreams(dataDir).catch(() => [])
      const newest = streams.at(-1)
      // Known without its disk, which may not be mounted yet.
      if (newest) latest = { madeAt: beginningOf(newest.folder), ...latest }
      for (const { slot } of streams) {
        if (following.has(slot)) continue
        const ended = follow(slot)
          .catch(() => {})
          .finally(() => following.delete(slot))
        following.set(slot, ended)
      }
      if (isLast) break
      await pause(SYNC_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(following.values())
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
    state: () => latest,
  }
}
