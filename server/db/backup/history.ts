import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from './durable-files.ts'

type History = { id: string }

/**
 * Returns the name of the history of the data in DATA_DIR, and gives one when there is none. A restore begins another
 * history. PostgreSQL's timelines do not tell them apart: two restores of one backup begin the same timeline.
 */
export async function keepHistory(dataDir: string): Promise<string> {
  const file = join(dataDir, 'backup-history.json')
  const known = await readJson<History>(file)
  if (known) return known.id
  const id = randomUUID()
  await writeJson(file, { id } satisfies History)
  return id
}
