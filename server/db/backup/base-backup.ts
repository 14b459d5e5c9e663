import { open, type FileHandle } from 'node:fs/promises'
import type { Client, QueryResult } from 'pg'
import { filesOf } from './backup-folder.ts'
import { onCopyData } from './replication.ts'

/** The WAL that makes a base backup consistent, in PostgreSQL's notation. */
export type BaseBackup = { startLsn: string; endLsn: string; timeline: number; bytes: number }

type Position = { recptr: string; tli: number }

const COMMAND = `BASE_BACKUP (
  LABEL 'foyer', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/**
 * Writes all files of the database as `base.tar`, with the WAL that was written meanwhile, and a manifest with a
 * checksum of each file. PostgreSQL verifies the checksum of each page that it reads.
 */
export async function writeBaseBackup(client: Client, folder: string): Promise<BaseBackup> {
  const { base, manifest } = filesOf(folder)
  const files: FileHandle[] = []
  let bytes = 0
  const copy = onCopyData(client, async (message) => {
    const kind = message.toString('latin1', 0, 1)
    if (kind === 'n') files.push(await createFile(files.length === 0 ? base : undefined))
    if (kind === 'm') files.push(await createFile(manifest))
    if (kind !== 'd') return
    bytes += message.length - 1
    await files.at(-1)?.writeFile(message.subarray(1))
  })
  try {
    // Without parameters pg returns one result for each part of the answer.
    const results = (await client.query(COMMAND)) as unknown as QueryResult<Position>[]
    await copy.run(async () => {
      for (const file of files) await file.sync()
    })
    const positions = results.flatMap(({ rows }) => rows).filter((row) => row.recptr !== undefined)
    const [start, end] = [positions[0], positions.at(-1)]
    if (!start || !end || files.length !== 2) throw new Error('The database sent no base backup.')
    return { startLsn: start.recptr, endLsn: end.recptr, timeline: Number(start.tli), bytes }
  } finally {
    for (const file of files) await file.close()
  }
}

function createFile(path: string | undefined): Promise<FileHandle> {
  if (!path) throw new Error('The database has tablespaces, which Foyer does not back up.')
  return open(path, 'wx', 0o600)
}
