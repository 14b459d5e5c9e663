import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Backup } from './backup-folder.ts'
import { readJson, writeJson } from './durable-files.ts'

/** Names the changes of the data in a DATA_DIR. `after`: the history that a restore left, if there was one. */
type History = { id: string; after?: string | undefined }

const fileIn = (dataDir: string) => join(dataDir, 'backup-history.json')

/**
 * Begins the history of restored data. PostgreSQL's timelines do not tell histories apart: two restores of one backup
 * begin the same timeline. `newest` is the newest backup at that time.
 */
export function beginHistory(dataDir: string, newest: Backup | undefined): Promise<void> {
  return writeJson(fileIn(dataDir), { id: randomUUID(), after: newest?.history } satisfies History)
}

/**
 * Returns the name of the history of the data in DATA_DIR. Throws if the newest backup in a folder is of a history that
 * this one does not continue, such as that of a shop that was restored and went on: its state would be taken for old.
 */
export async function continuedHistory(
  dataDir: string,
  { target, newest }: { target: string; newest: Backup | undefined },
): Promise<string> {
  if (!(await readJson<History>(fileIn(dataDir)))) await beginHistory(dataDir, undefined)
  const { id = '', after } = (await readJson<History>(fileIn(dataDir))) ?? {}
  if (newest?.history === undefined || [id, after].includes(newest.history)) return id
  throw new Error(
    `The newest backup in ${target} is of other data, such as those of a shop that was restored and went on. Choose another folder, or move the backups of data that are not used any more elsewhere.`,
  )
}
