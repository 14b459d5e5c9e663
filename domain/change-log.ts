/** The kinds of records whose changes are logged. */
export const RECORD_KINDS = ['ARTIST', 'EVENT', 'LOCATION', 'NEWS', 'PRODUCT', 'SEATING_PLAN', 'SHOW', 'USER'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The actions that are logged. */
export const LOGGED_ACTIONS = ['CREATED', 'EDITED', 'DELETED', 'LOCKED', 'UNLOCKED', 'CANCELLED'] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]

export type LoggedValue = string | number | boolean | null

/** One field of a record before and after a change. */
export type FieldChange = { field: string; from: LoggedValue; to: LoggedValue }

type Fields = Readonly<Record<string, LoggedValue | Date | undefined>>

/** Lists the fields of `after` whose values differ from `before`. Times become ISO texts, missing values null. */
export function changesBetween(before: Fields, after: Fields): FieldChange[] {
  return Object.keys(after)
    .map((field) => ({ field, from: logged(before[field]), to: logged(after[field]) }))
    .filter(({ from, to }) => from !== to)
}

/** Joins changes in order of time to one change per field. Leaves out fields that have their first value again. */
export function mergeChanges(changes: readonly FieldChange[]): FieldChange[] {
  const merged = new Map<string, FieldChange>()
  for (const { field, from, to } of changes) merged.set(field, { field, from: merged.get(field)?.from ?? from, to })
  return [...merged.values()].filter(({ from, to }) => from !== to)
}

function logged(value: LoggedValue | Date | undefined): LoggedValue {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}
