import type { Cents } from './money.ts'

/** The kinds of records whose changes are logged. */
export const RECORD_KINDS = [
  'ARTIST',
  'EVENT',
  'EXPORT',
  'HOLD',
  'LOCATION',
  'NEWS',
  'ORDER',
  'PAYMENT',
  'PRODUCT',
  'SEATING_PLAN',
  'SHOW',
  'STATEMENT',
  'TICKET',
  'TICKET_KEY',
  'USER',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The actions that are logged. */
export const LOGGED_ACTIONS = [
  'CREATED',
  'EDITED',
  'DELETED',
  'LOCKED',
  'UNLOCKED',
  'CANCELLED',
  'EXPORTED',
  'IGNORED',
  'MOVED',
  'PAID_BACK',
  'RELEASED',
  'RETRIED',
  'REVOKED',
  'SETTLED',
  'SOLD',
] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]

/** The books that the log shows: changes by people of the shop, or what customers' purchases wrote. */
export const LOG_BOOKS = ['CHANGES', 'INVOICES', 'POINTS', 'STOCK', 'ALL'] as const
export type LogBook = (typeof LOG_BOOKS)[number]

/** The kinds and actions of the log's entries: those of logged actions, and those of the other books. */
export const ENTRY_KINDS = [...RECORD_KINDS, 'INVOICE', 'POINTS'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
export const ENTRY_ACTIONS = [
  ...LOGGED_ACTIONS,
  'ISSUED',
  'REFUNDED',
  'EARNED',
  'SPENT',
  'WITHDRAWN',
  'WITHHELD',
  'RETURNED',
] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]

/** The fields whose changes are logged. */
export const LOGGED_FIELDS = [
  'address',
  'artistId',
  'city',
  'country',
  'description',
  'doorsOpenAt',
  'endTime',
  'eventId',
  'firstName',
  'imageId',
  'isAdmin',
  'isAdmissionPaused',
  'isRetired',
  'isStaff',
  'itemsPerCustomer',
  'lastName',
  'liveCodes',
  'locationId',
  'name',
  'offlineUnknown',
  'peopleAMinute',
  'points',
  'postalCode',
  'price',
  'publishedFrom',
  'reEntry',
  'reason',
  'refundsUntil',
  'saleEndsAt',
  'saleStartsAt',
  'seatingPlanId',
  'secondFactor',
  'stageName',
  'startTime',
  'state',
  'stock',
  'summary',
  'text',
  'timeZone',
  'title',
  'travelText',
  'type',
  'until',
  'waitingRoom',
] as const
export type LoggedField = (typeof LOGGED_FIELDS)[number]

export type LoggedValue = string | number | boolean | null

const AMOUNT_FIELDS: readonly string[] = ['price', 'total']

/** Tells whether a logged value is an amount in cents. */
export function isAmount(field: string, value: LoggedValue): value is Cents {
  return typeof value === 'number' && AMOUNT_FIELDS.includes(field)
}

/** One field of a record before and after a change. */
export type FieldChange = { field: string; from: LoggedValue; to: LoggedValue }

/** A record, or some of its fields. */
export type Fields = Readonly<Record<string, LoggedValue | Date | undefined>>
/** Refuses fields that the log cannot name. */
export type Named<Fields> = { readonly [Field in keyof Fields]: Field extends LoggedField ? Fields[Field] : never }

/** Lists the fields of `after` whose values differ from `before`. Times become ISO texts, missing values null. */
export function changesBetween<After extends Fields>(before: Fields, after: After & Named<After>): FieldChange[] {
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
