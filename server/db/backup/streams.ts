import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, readJson, writeJson, writeJsonWithInode } from './durable-files.ts'
import { comparePositions } from './lsn.ts'

/**
 * A running transfer of WAL into the folder of a backup. Each is a file in `DATA_DIR/backup-streams`, written by
 * `npm run backup` and read by the shop. The replication slot of the same name keeps the WAL that is not yet
 * transferred. LSNs are in PostgreSQL's notation.
 */
export type WalStream = {
  slot: string
  folder: string
  timeline: number
  startLsn: string
  endLsn: string
  /** The inode of the file itself. A copy has another one. Absent in files of earlier versions. */
  inode?: string
}

const streamsFolder = (dataDir: string) => join(dataDir, 'backup-streams')
const streamFile = (dataDir: string, slot: string) => join(streamsFolder(dataDir), `${slot}.json`)

/** Names the file in DATA_DIR that tells whether a transfer may write into its backup. */
export const claimFile = (dataDir: string, slot: string) => join(streamsFolder(dataDir), `${slot}.claim`)

/** Asks the shop to transfer WAL. Where a file has no lasting inode, its copies are not told from it. */
export async function addStream(dataDir: string, stream: WalStream): Promise<void> {
  await mkdir(streamsFolder(dataDir), { recursive: true, mode: 0o700 })
  const file = streamFile(dataDir, stream.slot)
  await writeJsonWithInode(file, (inode) => ({ ...stream, inode }))
  const written = await readJson<WalStream>(file)
  if (written && (await isCopied(dataDir, written))) await writeJson(file, stream)
}

/** Asks the shop to end a transfer. */
export async function removeStream(dataDir: string, slot: string): Promise<void> {
  await rm(streamFile(dataDir, slot), { force: true })
  await rm(claimFile(dataDir, slot), { force: true })
}

/**
 * Tells whether the file of a transfer was copied along with DATA_DIR, also by a move to another disk. Renaming keeps
 * the inode.
 */
export async function isCopied(dataDir: string, { slot, inode }: WalStream): Promise<boolean> {
  if (inode === undefined) return false
  const { ino } = await stat(streamFile(dataDir, slot), { bigint: true })
  return String(ino) !== inode
}

/** Lists the transfers, the oldest first. */
export async function listStreams(dataDir: string): Promise<WalStream[]> {
  const names = await readdir(streamsFolder(dataDir)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.json'))
  const streams = await Promise.all(files.map((name) => readJson<WalStream>(join(streamsFolder(dataDir), name))))
  const positionOf = ({ timeline, startLsn: lsn }: WalStream) => ({ timeline, lsn })
  return streams
    .filter((stream) => stream !== undefined)
    .toSorted((one, other) => comparePositions(positionOf(one), positionOf(other)))
}

/** Finds a transfer and the one after it. */
export async function streamsFrom(
  dataDir: string,
  slot: string,
): Promise<[WalStream | undefined, WalStream | undefined]> {
  const streams = await listStreams(dataDir)
  const at = streams.findIndex((stream) => stream.slot === slot)
  return at < 0 ? [undefined, undefined] : [streams[at], streams[at + 1]]
}
