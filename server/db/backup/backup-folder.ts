import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isForbidden, isMissing, readJson, writeJson } from './durable-files.ts'
import { comparePositions, type Lsn, lsnText } from './lsn.ts'

/** A finished base backup. Its folder also receives the WAL that follows. Times are ISO 8601 in UTC. */
export type Backup = {
  /** A time from which this backup can be restored. */
  finishedAt: string
  /** PostgreSQL's identifier of the database. */
  systemId: string
  timeline: number
  /** The position of which it has the state. Absent in backups of earlier versions, which are older. */
  endLsn?: string
  /** Counts the backups in a folder. Absent in backups of earlier versions, which are older. */
  number?: number
  /** The data whose changes it has. Absent in backups of earlier versions. */
  history?: string
}

/** All changes until then are in a backup: until a time, and a position, which earlier versions did not write. */
type Covered = { until: string; lsn?: string }

/** Names the files in the folder of one backup. */
export const filesOf = (folder: string) => ({
  base: join(folder, 'base.tar'),
  manifest: join(folder, 'backup_manifest'),
  wal: join(folder, 'wal'),
  covered: join(folder, 'covered.json'),
  writer: join(folder, 'writer.json'),
  passwords: join(folder, 'passwords'),
  description: join(folder, 'backup.json'),
})

/** Creates the folder of a new backup, readable by its owner alone. Fails if it exists. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const { wal, passwords } = filesOf(folder)
  await mkdir(wal, { mode: 0o700 })
  await mkdir(passwords, { mode: 0o700 })
}

/** Marks a backup as finished. */
export function finishBackup(folder: string, backup: Backup): Promise<void> {
  return writeJson(filesOf(folder).description, backup)
}

/** Reads the description of a backup. Undefined if it is not finished. */
export function readBackup(folder: string): Promise<Backup | undefined> {
  return readJson<Backup>(filesOf(folder).description)
}

const FIRST_LSN = '0/0'

/**
 * Lists the finished backups in a folder, the oldest first. Ignores all other files, and folders without the name of a
 * backup that this user may not read, such as the `lost+found` of a disk. Empty without a folder.
 */
export async function listBackups(folder: string): Promise<(Backup & { folder: string })[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found: (Backup & { folder: string })[] = []
  // One after the other: a disk that hangs occupies a thread for each.
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const own = join(folder, name)
    const backup = await readBackup(own).catch((error: unknown) => {
      if (isForbidden(error) && !STAMP.test(name)) return undefined
      throw error
    })
    if (backup) found.push({ ...backup, folder: own })
  }
  return found.toSorted(compareBackups)
}

/** Compares two backups, the earlier one first. Positions tell the order only within the history of the same data. */
function compareBackups(one: Backup, other: Backup): number {
  const byNumber = (one.number ?? 0) - (other.number ?? 0)
  if (byNumber !== 0) return byNumber
  const [end, otherEnd] = [one, other].map(({ timeline, endLsn = FIRST_LSN }) => ({ timeline, lsn: endLsn }))
  return (end && otherEnd && comparePositions(end, otherEnd)) || (one.finishedAt < other.finishedAt ? -1 : 1)
}

/** The name of a backup's folder: its time in UTC. */
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Reads the time at which a backup was begun from the name of its folder, also of one that is not there. */
export function beginningOf(folder: string): Date {
  return new Date(basename(folder).replace(STAMP, '$1-$2-$3T$4:$5:$6Z'))
}

/** Throws unless a folder is empty or contains backups of this database. Ignores hidden files and `lost+found`. */
export async function requireOwnFolder(folder: string, systemId: string): Promise<void> {
  const backups = await listBackups(folder)
  await refuseSingleBackup(folder)
  if (backups.some((backup) => backup.systemId !== systemId)) {
    throw new Error(`${folder} holds backups of another shop. Choose a folder of its own.`)
  }
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found' && !name.startsWith('.'))
  if (names.length > 0 && !names.some((name) => STAMP.test(name))) {
    throw new Error(`${folder} has other contents, such as ${names[0]}. Choose an empty folder or a new one.`)
  }
}

/** Throws if a folder is one backup, not the folder of all. */
export async function refuseSingleBackup(folder: string): Promise<void> {
  if (await readBackup(folder)) {
    throw new Error(`${folder} is a single backup. Name the folder that contains it: ${dirname(folder)}`)
  }
}

/** Deletes a backup. Deletes its description first, so that an interrupted deletion leaves nothing to restore. */
export async function deleteBackup(folder: string): Promise<void> {
  await rm(filesOf(folder).description)
  await rm(folder, { recursive: true })
}

/** Records that a backup contains all changes until a time and a position. */
export function writeCovered(folder: string, { until, lsn }: { until: Date; lsn: Lsn }): Promise<void> {
  const covered: Covered = { until: until.toISOString(), lsn: lsnText(lsn) }
  return writeJson(filesOf(folder).covered, covered)
}

/** Reads until when a backup contains all changes. It may contain some later ones. Undefined if it has no WAL. */
export async function readCovered(folder: string): Promise<{ until: Date; lsn: string } | undefined> {
  const covered = await readJson<Covered>(filesOf(folder).covered)
  return covered && { until: new Date(covered.until), lsn: covered.lsn ?? FIRST_LSN }
}
