import type { EntryAction, EntryKind, LogBook, LoggedField } from '#domain/change-log.ts'

const kinds: Record<EntryKind, string> = {
  ARTIST: 'artist',
  EVENT: 'event',
  EXPORT: 'file',
  HOLD: 'hold',
  INVOICE: 'invoice',
  LOCATION: 'location',
  NEWS: 'news article',
  ORDER: 'order',
  POINTS: 'points of',
  PRODUCT: 'product',
  SEATING_PLAN: 'seating plan',
  SHOW: 'show',
  TICKET: 'ticket',
  USER: 'user',
}

const actions: Record<EntryAction, string> = {
  CREATED: 'Created',
  EDITED: 'Edited',
  DELETED: 'Deleted',
  LOCKED: 'Locked',
  UNLOCKED: 'Unlocked',
  CANCELLED: 'Cancelled',
  EXPORTED: 'Exported',
  MOVED: 'Moved',
  PAID_BACK: 'Paid back',
  RELEASED: 'Released',
  ISSUED: 'Issued',
  REFUNDED: 'Refunded by',
  EARNED: 'Earned',
  SPENT: 'Spent',
  WITHDRAWN: 'Withdrew',
  SOLD: 'Sold',
}

const books: Record<LogBook, string> = {
  CHANGES: 'Changes',
  INVOICES: 'Invoices and refunds',
  POINTS: 'Points',
  STOCK: 'Sold stock',
  ALL: 'Everything',
}

/** Fields of sales, holds and books, which are not fields of a record. */
const otherFields = {
  paymentType: 'Payment',
  place: 'Place',
  places: 'Places',
  total: 'Total',
}

const fields: Record<LoggedField | keyof typeof otherFields, string> = {
  ...otherFields,
  address: 'Address',
  artistId: 'Artist (number)',
  city: 'City',
  country: 'Country',
  description: 'Description',
  endTime: 'End',
  eventId: 'Event (number)',
  firstName: 'First name',
  imageId: 'Picture (number)',
  isAdmin: 'Administrator',
  isRetired: 'Retired',
  isStaff: 'Box office',
  itemsPerCustomer: 'Items per customer',
  lastName: 'Last name',
  locationId: 'Location (number)',
  name: 'Name',
  points: 'Points',
  postalCode: 'Postal code',
  price: 'Price',
  publishedFrom: 'Published from',
  saleEndsAt: 'End of the sale',
  seatingPlanId: 'Seating plan (number)',
  secondFactor: 'Second factor',
  stageName: 'Stage name',
  startTime: 'Start',
  state: 'State',
  stock: 'Stock',
  summary: 'Summary',
  text: 'Text',
  timeZone: 'Time zone',
  title: 'Title',
  travelText: 'Travel',
  type: 'Type',
}

/** Texts of the log of changes. */
export const texts = {
  search: 'Search by name or administrator',
  none: 'No matching entries.',
  noneYet: 'No entries yet.',
  book: 'Show',
  books,
  firstDay: 'From',
  lastDay: 'To',
  kind: 'Kind',
  allKinds: 'All',
  kinds,
  summary: (action: EntryAction, kind: EntryKind) => `${actions[action]} ${kinds[kind]}`,
  /** Names a field. Entries of former versions may have others. */
  field: (name: string) => (fields as Readonly<Record<string, string>>)[name] ?? name,
  theShop: 'The shop',
  deletedAccount: (id: number) => `Deleted account ${id}`,
  reason: (reason: string) => `Reason: ${reason}`,
  nothing: '–',
  yes: 'yes',
  no: 'no',
}
