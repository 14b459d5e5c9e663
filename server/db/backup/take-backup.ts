import { existsSync } from 'node:fs'
import { copyFile, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { createFolder } from '../../files.ts'
import { ownerFile, shopFile, superuserFile } from '../embedded/passwords.ts'
import type { SuperuserAddress } from '../embedded/superuser.ts'
import {
  createBackupFolder,
  deleteBackup,
  filesOf,
  finishBackup,
  listBackups,
  requireOwnFolder,
} from './backup-folder.ts'
import { writeBaseBackup } from './base-backup.ts'
import { ownStreams, requireOwnMark } from './claims.ts'
import { continuedHistory } from './history.ts'
import { connectForReplication } from './replication.ts'
import { connectForBackup, dropSlot, endStream } from './slots.ts'
import { addStream, listStreams, removeStream, type WalStream } from './streams.ts'

const BACKUP_LOCK = 7_401_004
const SLOTS = 'foyer_'
const HANDOVER_WITHIN_MS = 10_000

/** The shop's database, and its folder DATA_DIR. */
export type BackupSource = { dataDir: string; database: SuperuserAddress }

/** A backup that was just taken. `ended` are backups in other folders, which get no more changes. */
export type TakenBackup = { folder: string; bytes: number; deleted: readonly string[]; ended: readonly string[] }

/**
 * Takes a base backup into a new folder in `target`, and asks the shop to add all changes from its start. Keeps the
 * newest `keep` backups in `target`, or all. Throws an Error with a sentence for the operator.
 */
export async function takeBackup(
  source: BackupSource,
  { target, keep }: { target: string; keep: number | undefined },
): Promise<TakenBackup> {
  const { dataDir, database } = source
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Error(`${target} is inside of DATA_DIR. Choose a folder elsewhere, at best on another machine's disk.`)
  }
  return withLock(source, async (sql) => {
    await dropForgottenSlots(sql, dataDir)
    const { systemId } = await selectIdentity(sql)
    await createFolder(target, 0o700)
    await requireOwnFolder(target, systemId)
    const streams = await listStreams(dataDir)
    const own = await ownStreams(dataDir, streams)
    const newest = (await listBackups(target)).at(-1)
    const history = await continuedHistory(dataDir, { target, newest })
    for (const stream of own.filter(({ folder }) => dirname(folder) === target)) {
      requirePresent(stream)
      await requireOwnMark(dataDir, stream)
    }
    const ended = own.map(({ folder }) => folder).filter((former) => dirname(former) !== target)

    const { folder, slot } = await nameBackup(sql, target, streams)
    await createBackupFolder(folder)
    const client = await connectForReplication(database)
    let bytes: number
    try {
      await client.query(`CREATE_REPLICATION_SLOT ${slot} PHYSICAL (RESERVE_WAL true)`)
      const base = await writeBaseBackup(client, folder)
      const { timeline, startLsn, endLsn } = base
      bytes = base.bytes
      await copyPasswords(dataDir, folder)
      const finishedAt = (await selectIdentity(sql)).now.toISOString()
      const number = (newest?.number ?? 0) + 1
      await finishBackup(folder, { finishedAt, systemId, timeline, endLsn, number, history })
      // Last, because it ends the changes of the backup before.
      await addStream(dataDir, { slot, folder, timeline, startLsn, endLsn })
    } catch (error) {
      await removeStream(dataDir, slot)
      await rm(folder, { recursive: true, force: true })
      await client.end()
      await dropSlot(sql, slot).catch(() => {})
      throw error
    }
    await client.end()
    const deleted = keep === undefined ? [] : await deleteAllBut(keep, { sql, dataDir, target })
    return { folder, bytes, deleted, ended }
  })
}

/** Ends all transfers of WAL. Returns their folders, whose backups remain. */
export function endBackups(source: BackupSource): Promise<string[]> {
  return withLock(source, async (sql) => {
    const streams = await listStreams(source.dataDir)
    for (const { slot } of streams) await endStream(sql, source.dataDir, slot)
    return streams.map(({ folder }) => folder)
  })
}

/** Runs a change of backups. Throws if another process is doing one. */
async function withLock<Result>({ database }: BackupSource, work: (sql: Client) => Promise<Result>): Promise<Result> {
  const sql = await connectForBackup(database)
  try {
    const { rows } = await sql.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK])
    if (!rows[0]?.mine) throw new Error('Another backup is running. Wait until it has finished.')
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Throws if a backup that gets changes is not there, as when its disk is not mounted. */
function requirePresent({ folder }: WalStream): void {
  if (existsSync(folder)) return
  throw new Error(
    `The last backup is not in ${folder}. Is its disk mounted? If the backup was deleted, end its transfer first: npm run backup -- --off`,
  )
}

/** Names a backup after its second. Waits for the next one if a backup in the folder or a transfer has that name. */
async function nameBackup(
  sql: Client,
  target: string,
  streams: readonly WalStream[],
): Promise<{ folder: string; slot: string }> {
  const { now } = await selectIdentity(sql)
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const slot = SLOTS + stamp.toLowerCase()
  const isTaken = streams.some((stream) => stream.slot === slot) || (await readdir(target)).includes(stamp)
  if (!isTaken) return { folder: join(target, stamp), slot }
  await pause(1_000 - now.getMilliseconds())
  return nameBackup(sql, target, streams)
}

async function selectIdentity(sql: Client): Promise<{ systemId: string; now: Date }> {
  const { rows } = await sql.query<{ systemId: string; now: Date }>(
    'select system_identifier::text as "systemId", clock_timestamp() as now from pg_control_system()',
  )
  const [identity] = rows
  if (!identity) throw new Error('The database does not tell its identity.')
  return identity
}

/** Drops the slots of backups that were interrupted. They would keep WAL for nobody. */
async function dropForgottenSlots(sql: Client, dataDir: string): Promise<void> {
  const wanted = new Set((await listStreams(dataDir)).map(({ slot }) => slot))
  const { rows } = await sql.query<{ slot: string }>(
    'select slot_name as slot from pg_replication_slots where starts_with(slot_name, $1)',
    [SLOTS],
  )
  for (const { slot } of rows) if (!wanted.has(slot)) await dropSlot(sql, slot)
}

/** Copies the passwords of the database's roles, which the restored database expects. */
async function copyPasswords(dataDir: string, folder: string): Promise<void> {
  for (const file of [superuserFile(dataDir), ownerFile(dataDir), shopFile(dataDir)]) {
    await copyFile(file, join(filesOf(folder).passwords, basename(file)))
  }
}

/** Deletes the oldest backups, after the shop has had time to transfer their last WAL. */
async function deleteAllBut(
  keep: number,
  { sql, dataDir, target }: { sql: Client; dataDir: string; target: string },
): Promise<string[]> {
  const old = (await listBackups(target)).slice(0, -keep)
  const deadline = Date.now() + HANDOVER_WITHIN_MS
  for (const { folder } of old) {
    const findStream = async () => (await listStreams(dataDir)).find((stream) => stream.folder === folder)
    while ((await findStream()) && Date.now() < deadline) await pause(100)
    const stream = await findStream()
    if (stream) await endStream(sql, dataDir, stream.slot)
    await deleteBackup(folder)
  }
  return old.map(({ folder }) => folder)
}
