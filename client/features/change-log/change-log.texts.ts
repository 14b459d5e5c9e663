import type { LoggedAction, RecordKind } from '#domain/change-log.ts'

const kinds: Record<RecordKind, string> = {
  ARTIST: 'artist',
  EVENT: 'event',
  LOCATION: 'location',
  NEWS: 'news article',
  PRODUCT: 'product',
  SEATING_PLAN: 'seating plan',
  SHOW: 'show',
  USER: 'user',
}

const actions: Record<LoggedAction, string> = {
  CREATED: 'Created',
  EDITED: 'Edited',
  DELETED: 'Deleted',
  LOCKED: 'Locked',
  UNLOCKED: 'Unlocked',
  CANCELLED: 'Cancelled',
}

/** Texts of the log of changes. */
export const texts = {
  search: 'Search by name or administrator',
  none: 'No matching entries.',
  kind: 'Kind',
  allKinds: 'All',
  kinds,
  summary: (action: LoggedAction, kind: RecordKind) => `${actions[action]} ${kinds[kind]}`,
  theShop: 'The shop',
  deletedAccount: (id: number) => `Deleted account ${id}`,
  reason: (reason: string) => `Reason: ${reason}`,
  nothing: '–',
  yes: 'yes',
  no: 'no',
}
