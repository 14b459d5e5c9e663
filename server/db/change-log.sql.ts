import type { FieldChange, LoggedAction, RecordKind } from '#domain/change-log.ts'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from './connection.ts'
import { publishListsAfterCommit } from './publish-after-commit.ts'

/** Names a record in the log. */
export type LoggedRecord = { kind: RecordKind; id: number }

type Entry = {
  /** Null for the shop itself. */
  by: UserId | null
  action: LoggedAction
  /** `name` is empty for users. `version`: after the change, for records that have one. */
  record: LoggedRecord & { name: string; version?: number }
  changes?: readonly FieldChange[]
  reason?: string
}

/** Logs an action in the transaction that does it. Lists show its result once it is committed. */
export async function logChange(tx: Tx, { by, action, record, changes = [], reason }: Entry): Promise<void> {
  publishListsAfterCommit(tx)
  await tx
    .insertInto('change_log')
    .values({
      actor_id: by,
      kind: record.kind,
      record_id: record.id,
      record_name: record.name,
      record_version: record.version ?? null,
      action,
      changes: JSON.stringify(changes),
      reason: reason ?? null,
    })
    .execute()
}

/** Selects the changes of a record after a version, in order of time. */
export async function selectChangesSince(tx: Tx, { kind, id }: LoggedRecord, version: number): Promise<FieldChange[]> {
  const rows = await tx
    .selectFrom('change_log')
    .select('changes')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('record_version', '>', version)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ changes }) => changes as FieldChange[])
}

/** Tells whether the log knows that a record was deleted. */
export async function selectWasDeleted(tx: Db | Tx, { kind, id }: LoggedRecord): Promise<boolean> {
  const row = await tx
    .selectFrom('change_log')
    .select('id')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('action', '=', 'DELETED')
    .executeTakeFirst()
  return row !== undefined
}
