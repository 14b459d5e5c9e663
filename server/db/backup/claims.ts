import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { filesOf, listBackups, readBackup, readCovered } from './backup-folder.ts'
import type { Disk } from './disk.ts'
import { readJson, writeJson } from './durable-files.ts'
import { ForeignBackupError, refusalOf } from './foreign-backup-error.ts'
import { beginHistory } from './history.ts'
import { claimFile, isCopied, type WalStream } from './streams.ts'
import { SYNC_EVERY_MS, WATCH_MS } from './times.ts'

/** The file in a backup that names the process that writes WAL into it, by a random id. */
type Mark = { writer: string; isOpen: boolean }

/**
 * The file in DATA_DIR that names the last process of this shop that wrote into a backup or tried to, and the one
 * before it. The mark in the backup names one of them, unless a shop on a copy has written since. `refused`: why the
 * backup gets no changes of these data any more.
 */
type Claim = { own?: string; former?: string; refused?: ForeignBackupError['reason'] }

const readMark = (folder: string) => readJson<Mark>(filesOf(folder).writer)
const writeMark = (folder: string, mark: Mark) => writeJson(filesOf(folder).writer, mark)

/**
 * Reads files of a backup. Throws if the backup is not there before and after: on a disk that is just mounted or
 * removed, a missing file tells nothing, least of all that no process has marked the backup.
 */
async function readPresent<Content>(folder: string, read: () => Promise<Content>): Promise<Content> {
  await requirePresent(folder)
  const content = await read()
  await requirePresent(folder)
  return content
}

async function requirePresent(folder: string): Promise<void> {
  if (await readBackup(folder)) return
  throw new Error('its folder is missing, as when its disk is not mounted')
}

/** A process that writes WAL into a backup. `stopping` ends the wait for signs of another one. */
export type Writer = { id: string; dataDir: string; disk: Disk; stopping: AbortSignal; watchMs: number }

/**
 * Marks a backup as written by this process. Throws a `ForeignBackupError` if DATA_DIR is a copy, or if another shop
 * writes into the backup or has written since. Of two shops that know the same mark, the one that writes goes on.
 */
export async function claimBackup(stream: WalStream, writer: Writer): Promise<void> {
  const { id, dataDir, disk } = writer
  const { slot, folder } = stream
  const claim = await readClaim(dataDir, slot)
  if (claim.refused) throw new ForeignBackupError(claim.refused)
  if (await isCopied(dataDir, stream)) throw new ForeignBackupError('copied')
  const mark = await disk.use(() => readPresent(folder, () => readMark(folder)))
  if (mark?.writer === id && mark.isOpen) return
  if (mark?.writer !== id) {
    if (mark && ![claim.own, claim.former].includes(mark.writer)) throw new ForeignBackupError('shared')
    await writeJson(claimFile(dataDir, slot), { own: id, ...(mark && { former: mark.writer }) } satisfies Claim)
    // A process that ended in order has closed its mark.
    if (mark?.isOpen !== false) await requireQuiet(folder, writer)
  }
  await disk.use(() => writeMark(folder, { writer: id, isOpen: true }))
  if (mark && mark.writer !== id) await requireLastMark(folder, writer)
}

/** Throws a `ForeignBackupError` if another process, which started at the same time, has written its mark since. */
async function requireLastMark(folder: string, { id, disk, stopping }: Writer): Promise<void> {
  await pause(2 * SYNC_EVERY_MS, undefined, { signal: stopping }).catch(() => {})
  await disk.use(() => requireMark(folder, id))
}

/** Throws a `ForeignBackupError` if another shop adds changes to a backup. */
async function requireQuiet(
  folder: string,
  { disk, stopping, watchMs }: Pick<Writer, 'disk' | 'stopping' | 'watchMs'>,
): Promise<void> {
  // One after the other: a disk that hangs occupies a thread for each.
  const readBoth = async () => [await readCovered(folder), await readMark(folder)] as const
  const read = () => disk.use(() => readPresent(folder, readBoth))
  const [covered, mark] = await read()
  if (!covered && !mark) return
  await pause(watchMs, undefined, { signal: stopping }).catch(() => {
    throw new Error('the shop stopped before it knew whether another one writes into it')
  })
  const [coveredSince, markSince] = await read()
  const isQuiet = covered?.until.getTime() === coveredSince?.until.getTime() && mark?.writer === markSince?.writer
  if (!isQuiet) throw new ForeignBackupError('shared')
}

/** Throws unless a backup has the mark of this process. */
export async function requireMark(folder: string, id: string): Promise<void> {
  const mark = await readMark(folder)
  if (!mark) throw new Error(`${filesOf(folder).writer} is missing`)
  if (mark.writer !== id) throw new ForeignBackupError('shared')
}

/** Tells the next process of this shop that no other one writes into a backup. */
export function closeMark(folder: string, id: string): Promise<void> {
  return writeMark(folder, { writer: id, isOpen: false })
}

const readClaim = async (dataDir: string, slot: string) => (await readJson<Claim>(claimFile(dataDir, slot))) ?? {}

/**
 * Ends adding changes to a backup of other data for good, and begins a history, so that backups of these data do not
 * mix with those of the others. Data that were set back continue the backups.
 */
export async function refuseBackup(
  dataDir: string,
  { slot, folder }: WalStream,
  { reason }: ForeignBackupError,
): Promise<void> {
  const claim = await readClaim(dataDir, slot)
  if (claim.refused) return
  const continued = reason === 'ahead' ? await listBackups(dirname(folder)) : []
  await beginHistory(dataDir, continued)
  await writeJson(claimFile(dataDir, slot), { ...claim, refused: reason } satisfies Claim)
}

/** Returns the transfers that add changes of these data. Refuses those that were copied along with DATA_DIR. */
export async function ownStreams(dataDir: string, streams: readonly WalStream[]): Promise<WalStream[]> {
  const own: WalStream[] = []
  for (const stream of streams) {
    if (await isCopied(dataDir, stream)) await refuseBackup(dataDir, stream, new ForeignBackupError('copied'))
    const { refused } = await readClaim(dataDir, stream.slot)
    if (!refused) own.push(stream)
  }
  return own
}

/**
 * Throws if a shop on a copy of DATA_DIR writes into a backup. Waits for a shop that starts after a crash. If that was
 * stopped before it wrote its mark, the one before it is right as long as nobody writes.
 */
export async function requireOwnMark(
  dataDir: string,
  { slot, folder }: WalStream,
  withinMs = WATCH_MS + 5_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  const covered = await readCovered(folder)
  for (;;) {
    const [mark, { own, former }] = await Promise.all([readMark(folder), readClaim(dataDir, slot)])
    if (!mark || mark.writer === own) return
    if (Date.now() > deadline) {
      const isQuiet = covered?.until.getTime() === (await readCovered(folder))?.until.getTime()
      if (mark.writer === former && isQuiet) return
      throw new Error(refusalOf(folder, new ForeignBackupError('shared')))
    }
    await pause(500)
  }
}
