import { changesBetween, type Fields, type Named } from '#domain/change-log.ts'
import type { UserId } from '#domain/ids.ts'
import { type LoggedRecord, logChange } from './change-log.sql.ts'
import type { Tx } from './connection.ts'

type Edit<After extends Fields> = {
  by: UserId
  /** `name`: after the edit. */
  record: LoggedRecord & { name: string }
  /** The locked row. */
  before: Fields & { version: number }
  after: After & Named<After>
}

/** Stores an edit by `update` and logs the changed fields. Does nothing if no field differs. */
export async function saveEdit<After extends Fields>(
  tx: Tx,
  { by, record, before, after }: Edit<After>,
  update: () => Promise<unknown>,
): Promise<void> {
  const changes = changesBetween(before, after)
  if (changes.length === 0) return
  await update()
  await logChange(tx, { by, action: 'EDITED', record: { ...record, version: before.version + 1 }, changes })
}
