import { type LoggedValue, mergeChanges, type RecordKind } from '#domain/change-log.ts'
import { problem } from '#domain/problem.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { type LoggedRecord, selectChangesSince, selectWasDeleted } from './change-log.sql.ts'
import type { Db, Tx } from './connection.ts'

/** The names of records in sentences. */
const names: Record<RecordKind, string> = {
  ARTIST: 'artist',
  EVENT: 'event',
  EXPORT: 'file',
  HOLD: 'hold',
  LOCATION: 'location',
  NEWS: 'news article',
  ORDER: 'order',
  PAYMENT: 'payment',
  PRODUCT: 'product',
  SEATING_PLAN: 'seating plan',
  SHOW: 'show',
  STATEMENT: 'account statement',
  TICKET: 'ticket',
  TICKET_KEY: 'key',
  USER: 'user',
}

/** Names a record, and the IANA time zone of its times, which is UTC for records without any. */
type EditedRecord = LoggedRecord & { timeZone?: string | undefined }

/**
 * Returns the locked row of a record that is about to be edited. Throws `deleted` or `not_found` without a row, and
 * `changed_meanwhile` with the changed fields if the edit is based on an older version. An edit without a version
 * applies to whichever is there.
 */
export async function editable<Row extends { version: number }>(
  tx: Tx,
  { timeZone = 'UTC', ...record }: EditedRecord,
  row: Row | undefined,
  version: number | undefined,
): Promise<Row> {
  const found = await stillThere(tx, record, row)
  if (version === undefined || found.version === version) return found
  const changes = mergeChanges(await selectChangesSince(tx, record, version))
  const fields = changes.map(({ field, to }) => ({ field, message: `Changed meanwhile to: ${textOf(to, timeZone)}` }))
  throw problem('changed_meanwhile', { what: names[record.kind], fields })
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function textOf(value: LoggedValue, timeZone: string): string {
  if (typeof value === 'string' && MOMENT.test(value)) return dateTimeText(value, timeZone)
  return String(value ?? '–')
}

/** Returns the row of a record. Throws `deleted` for one that was deleted, `not_found` for one that never was. */
export async function stillThere<Row>(tx: Db | Tx, record: LoggedRecord, row: Row | undefined): Promise<Row> {
  if (row !== undefined) return row
  const what = names[record.kind]
  throw (await selectWasDeleted(tx, record)) ? problem('deleted', { what }) : problem('not_found', { what })
}
