import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Backup } from './backup-folder.ts'
import { readJson, writeJson } from './durable-files.ts'

/** Names the changes of the data in a DATA_DIR. `after`: the histories of which a restore knew backups. */
type History = { id: string; after: readonly string[] }

const fileIn = (dataDir: string) => join(dataDir, 'backup-history.json')

/**
 * Begins the history of restored data. PostgreSQL's timelines do not tell histories apart: two restores of one backup
 * begin the same timeline. `known` are the backups that were there.
 */
export function beginHistory(dataDir: string, known: readonly Backup[]): Promise<void> {
  const after = [...new Set(known.map(({ history }) => history).filter((history) => history !== undefined))]
  return writeJson(fileIn(dataDir), { id: randomUUID(), after } satisfies History)
}

/**
 * Returns the name of the history of the data in DATA_DIR. Throws if the newest backup in a folder is of a history that
 * this one does not continue, such as that of a shop that was restored and went on: its state would be taken for old.
 */
export async function continuedHistory(
  dataDir: string,
  { target, newest }: { target: string; newest: Backup | undefined },
): Promise<string> {
  if (!(await readJson<History>(fileIn(dataDir)))) await beginHistory(dataDir, [])
  const { id = '', after = [] } = (await readJson<History>(fileIn(dataDir))) ?? {}
  if (newest?.history === undefined || [id, ...after].includes(newest.history)) return id
  throw new Error(
    `The newest backup in ${target} is of other data, such as those of a shop that was restored and went on, or of which these are a copy. Choose another folder, or move the backups of data that are not used any more elsewhere.`,
  )
}
