import type { OwnedRecords, RecordKind } from './owned-records.ts'

/** Everybody about whom a row tells something, in the order of its statuses. */
export const callers = ['no token', 'owner', 'other', 'admin', 'staff'] as const
export type Caller = (typeof callers)[number]
/** Staff gets the same answers as another customer, unless a row says otherwise. */
export type Statuses = [noToken: number, owner: number, other: number, admin: number, staff?: number]

type Parts = OwnedRecords['parts']

/** One call about one kind of record, and the statuses of its answers to all callers. */
export type Row = {
  call: string
  record: RecordKind
  /** The statuses of the answers about the owner's record, and about a missing one. */
  own: Statuses
  missing: Statuses
  /** The id in the query or the body, if it is not in the path. */
  query?: (id: number | string, parts: Parts) => string
  body?: (id: number | string, parts: Parts) => unknown
  /** The reason for which other callers may learn that the record exists. */
  because?: string
}

const GONE = 'removed records stay removed: docs/decisions/0004-deleting-is-idempotent.md'
const MAILED = 'the token proves access to the mailbox'
const ENTERED = 'the token proves that the password was entered'
const EMPTY = 'all others get an empty list'
const PUBLIC = 'everyone may see it'
const NO_PROVIDER = 'this shop has no payment provider; its items are checked like those of orders'

const NEWS = { title: 'News', summary: 'Short.', text: 'Long.', eventId: 0, imageId: 0 }
const ARTIST = { firstName: 'Mia', lastName: 'Zander', stageName: '', description: '' }
const LOCATION = {
  name: 'Hall',
  address: 'Ring 1',
  postalCode: '1010',
  city: 'Wien',
  country: 'Austria',
  timeZone: 'Europe/Vienna',
  travelText: '',
}
const EVENT = { title: 'Event', type: 'OPERA', description: 'Sung.' }
const PRODUCT = { name: 'Mug', description: 'Holds.', price: 5, points: 0, stock: 1, itemsPerCustomer: 1 }
const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
const ORDER = { userPaymentInfoDto, paymentType: 'VISA' }
const RESET = { email: '', password: 'a new password' }

/** Every call with an id, for each kind of record that it names. */
// prettier-ignore
export const rows: readonly Row[] = [
  // call, record                                                                   no token, owner, other, admin
  { call: 'GET /tickets/:id', record: 'bought ticket',                         own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /tickets/:id/calendar', record: 'bought ticket',                own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /tickets/:id/wallet/apple', record: 'bought ticket',            own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /tickets/:id/wallet/google', record: 'bought ticket',           own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /tickets/printable', record: 'bought ticket',                   own: [401, 200, 200, 200], missing: [401, 200, 200, 200], because: EMPTY, query: (id) => `ticketId=${id}` },
  { call: 'GET /tickets/printable', record: 'invoice',                         own: [401, 200, 200, 200], missing: [401, 200, 200, 200], because: EMPTY, query: (id) => `invoiceId=${id}` },
  { call: 'POST /tickets/:id/codes', record: 'bought ticket',                  own: [401, 204, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'POST /tickets/:id/transfers', record: 'bought ticket',              own: [401, 204, 404, 404], missing: [401, 404, 404, 404], body: () => ({ email: 'bea@foyer.example' }) },
  { call: 'DELETE /tickets/:id/transfers', record: 'bought ticket',            own: [401, 204, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /ticket-transfers/:token', record: 'ticket offer',              own: [200, 200, 200, 200], missing: [410, 410, 410, 410], because: MAILED },
  { call: 'POST /ticket-transfers/:token/acceptance', record: 'ticket offer',  own: [401, 409, 200, 200], missing: [401, 410, 410, 410], because: MAILED },
  { call: 'POST /ticket-transfers/:token/refusal', record: 'ticket offer',     own: [204, 204, 204, 204], missing: [410, 410, 410, 410], because: MAILED },
  { call: 'DELETE /tickets/:id', record: 'reservation',                        own: [401, 204, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'DELETE /tickets/:id', record: 'bought ticket',                      own: [401, 409, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'PUT /tickets/:id/cancelation', record: 'bought ticket',             own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'PUT /tickets/:id/cancelation', record: 'reservation',               own: [401, 409, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'POST /orders', record: 'reservation',                               own: [401, 201, 404, 404], missing: [401, 410, 410, 410], because: GONE, body: (id) => ({ ...ORDER, ticketIds: [id] }) },
  { call: 'POST /orders', record: 'bought ticket',                             own: [401, 201, 404, 404], missing: [401, 410, 410, 410], because: GONE, body: (id) => ({ ...ORDER, ticketIds: [id] }) },
  { call: 'POST /orders', record: 'cart line',                                 own: [401, 201, 404, 404], missing: [401, 404, 404, 404], body: (id) => ({ ...ORDER, merchandiseIds: [id] }) },
  { call: 'PATCH /merchandise/purchases/:id/quantity', record: 'cart line',    own: [401, 200, 404, 404], missing: [401, 404, 404, 404], body: () => ({ quantity: 2 }) },
  { call: 'DELETE /merchandise/purchases/:id', record: 'cart line',            own: [401, 204, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'POST /payments', record: 'reservation',                             own: [401, 404, 404, 404], missing: [401, 404, 404, 404], because: NO_PROVIDER, body: (id) => ({ ...ORDER, method: 'stripe', ticketIds: [id] }) },
  { call: 'POST /payments', record: 'cart line',                               own: [401, 404, 404, 404], missing: [401, 404, 404, 404], because: NO_PROVIDER, body: (id) => ({ ...ORDER, method: 'stripe', merchandiseIds: [id] }) },
  { call: 'GET /payments/:id', record: 'payment',                              own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'POST /payments/:id/look', record: 'payment',                        own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'DELETE /payments/:id', record: 'payment',                           own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'GET /invoices/:id', record: 'invoice',                              own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'DELETE /images/:name', record: 'image name',                        own: [401, 204, 404, 204], missing: [401, 204, 204, 204], because: GONE },
  { call: 'POST /merchandise/products', record: 'image',                       own: [401, 201, 404, 201], missing: [401, 404, 404, 404], body: (imageId) => ({ ...PRODUCT, imageId }) },
  { call: 'GET /merchandise/products/:id', record: 'pending product',          own: [404, 200, 404, 200], missing: [404, 404, 404, 404] },
  { call: 'POST /merchandise/purchases', record: 'pending product',            own: [401, 409, 404, 409], missing: [401, 404, 404, 404], body: (id) => ({ merchandiseProductId: id, quantity: 1 }) },
  { call: 'PATCH /merchandise/products/:id/state', record: 'pending product',  own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ state: 'ON_SALE' }) },
  { call: 'PATCH /merchandise/products/:id', record: 'product',                own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...PRODUCT, imageId: parts.imageId }) },
  { call: 'DELETE /users/:id', record: 'user',                                 own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'PATCH /users/:id/lock', record: 'user',                             own: [401, 403, 403, 204], missing: [401, 403, 403, 404], body: () => true },
  { call: 'PUT /admin/users/:id/staff', record: 'user',                        own: [401, 403, 403, 204], missing: [401, 403, 403, 404], body: () => true },
  { call: 'DELETE /users/sessions/:id', record: 'session',                     own: [401, 204, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'DELETE /users/:id/second-factor', record: 'user',                   own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'POST /authentication/second-factor', record: 'pending login',       own: [422, 422, 422, 422], missing: [410, 410, 410, 410], because: ENTERED, body: (token) => ({ token, code: '000000' }) },
  { call: 'GET /password-resets/:token', record: 'reset token',                own: [204, 204, 204, 204], missing: [410, 410, 410, 410], because: MAILED },
  { call: 'PUT /password-resets', record: 'reset token',                       own: [204, 204, 204, 204], missing: [410, 410, 410, 410], because: MAILED, body: (token) => ({ ...RESET, token }) },
  { call: 'PUT /email-verifications', record: 'confirmation token',            own: [422, 204, 422, 422], missing: [410, 410, 410, 410], because: MAILED, body: (token) => ({ token }) },
  { call: 'POST /reminder-opt-outs/:token', record: 'opt-out token',            own: [204, 204, 204, 204], missing: [404, 404, 404, 404], because: MAILED },

  // The desk.
  { call: 'GET /admin/artists/:id', record: 'artist',                          own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/artists', record: 'image',                              own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...ARTIST, imageId }) },
  { call: 'PUT /admin/artists/:id', record: 'artist',                          own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...ARTIST, imageId: parts.imageId, version: 1 }) },
  { call: 'DELETE /admin/artists/:id', record: 'artist',                       own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'GET /admin/shows/:id/cancellation', record: 'other show',           own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/shows/:id/cancellation', record: 'other show',          own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: () => ({ reason: 'Fire.' }) },
  { call: 'GET /admin/log', record: 'artist',                                  own: [401, 403, 403, 200], missing: [401, 403, 403, 200], query: (id) => `recordId=${id}` },
  { call: 'GET /admin/locations/:id', record: 'location',                      own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/locations', record: 'image',                            own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...LOCATION, imageId }) },
  { call: 'PUT /admin/locations/:id', record: 'location',                      own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...LOCATION, imageId: parts.imageId, version: 1 }) },
  { call: 'GET /admin/seating-plans', record: 'location',                     own: [401, 403, 403, 200], missing: [401, 403, 403, 200], query: (id) => `locationId=${id}` },
  { call: 'GET /admin/seating-plans/:id', record: 'seating plan',              own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'GET /admin/seating-plans/:id/places', record: 'seating plan',       own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'GET /admin/seating-plans', record: 'location',                      own: [401, 403, 403, 200], missing: [401, 403, 403, 200], query: (id) => `locationId=${id}` },
  { call: 'POST /admin/seating-plans', record: 'location',                     own: [401, 403, 403, 201], missing: [401, 403, 403, 404], query: (id) => `name=${crypto.randomUUID()}&locationId=${id}`, body: planFile },
  { call: 'PUT /admin/seating-plans/:id', record: 'seating plan',              own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ name: crypto.randomUUID(), locationId: parts.locationId, isRetired: false, version: 1 }) },
  { call: 'DELETE /admin/seating-plans/:id', record: 'seating plan',           own: [401, 403, 403, 409], missing: [401, 403, 403, 204], because: GONE },
  { call: 'DELETE /admin/locations/:id', record: 'location',                   own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'GET /admin/events/:id', record: 'event',                            own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'PUT /admin/events/:id', record: 'event',                            own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...EVENT, imageId: parts.imageId, version: 1 }) },
  { call: 'PUT /admin/events/:id/publication', record: 'event',                own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ version: 1 }) },
  { call: 'DELETE /admin/events/:id', record: 'event',                         own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'GET /admin/shows', record: 'event',                                 own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 200, 200], query: (id) => `eventId=${id}` },
  { call: 'GET /admin/shows', record: 'artist',                                own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 200, 200], query: (id) => `artistId=${id}` },
  { call: 'GET /admin/shows', record: 'location',                              own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 200, 200], query: (id) => `locationId=${id}` },
  { call: 'GET /admin/shows', record: 'seating plan',                          own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 200, 200], query: (id) => `seatingPlanId=${id}` },
  { call: 'GET /admin/shows/:id', record: 'show',                              own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'GET /admin/shows/:id/figures', record: 'show',                      own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'PUT /admin/shows/:id', record: 'show',                              own: [401, 403, 403, 409], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...SHOW, ...parts, version: 9 }) },
  { call: 'PUT /admin/shows/:id/publication', record: 'show',                  own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ version: 1 }) },
  { call: 'POST /admin/shows', record: 'event',                                own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (eventId, parts) => series(parts, { eventId }) },
  { call: 'POST /admin/shows', record: 'location',                             own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (locationId, parts) => series(parts, { locationId }) },
  { call: 'POST /admin/shows/check', record: 'location',                       own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (locationId, parts) => series(parts, { locationId }) },
  { call: 'GET /admin/products/:id', record: 'product',                        own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'DELETE /admin/shows/:id', record: 'show',                           own: [401, 403, 403, 409], missing: [401, 403, 403, 204] },
  { call: 'GET /admin/news/:id', record: 'news',                               own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'PUT /admin/news/:id', record: 'news',                               own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (_id, parts) => ({ ...NEWS, eventId: parts.eventId, imageId: parts.imageId, version: 1 }) },
  { call: 'PUT /admin/news/:id/publication', record: 'news',                   own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ version: 1 }) },
  { call: 'DELETE /admin/news/:id', record: 'news',                            own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'GET /admin/payments/:id', record: 'payment',                        own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/payments/:id/look', record: 'payment',                  own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/payments/:id/release', record: 'payment',               own: [401, 403, 403, 409], missing: [401, 403, 403, 404], body: () => ({ reason: 'Silent' }) },
  { call: 'POST /admin/payments/:id/lost-dispute', record: 'disputed payment',  own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: (id) => ({ reason: 'Lost', ref: `du_${id}`, itemIds: [], refundIds: [] }) },
  { call: 'POST /admin/payments/:id/settle', record: 'returned payment',       own: [401, 403, 403, 409], missing: [401, 403, 403, 404], body: () => ({ reason: 'Seen' }) },
  { call: 'POST /admin/refunds/:id/retry', record: 'failed refund',            own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ reason: 'Again' }) },
  { call: 'POST /admin/refunds/:id/by-hand', record: 'failed refund',          own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ reason: 'Transfer 17' }) },

  // The box office.
  { call: 'GET /admin/shows/:id/holds', record: 'show',                        own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'POST /admin/shows/:id/holds', record: 'show',                       own: [401, 403, 403, 422, 422], missing: [401, 403, 403, 404, 404], body: () => ({ placeIds: [999_999], reason: 'Press' }) },
  { call: 'PUT /admin/holds/:id', record: 'hold',                              own: [401, 403, 403, 422, 422], missing: [401, 403, 403, 404, 404], body: () => ({ reason: 'Press', addedPlaceIds: [999_999], releasedTicketIds: [999_999], version: 1 }) },
  { call: 'POST /admin/releases', record: 'reservation',                       own: [401, 403, 403, 204, 204], missing: [401, 403, 403, 204, 204], body: (id) => ({ ticketIds: [id] }) },
  { call: 'POST /admin/shows/:id/sales', record: 'show',                       own: [401, 403, 403, 404, 404], missing: [401, 403, 403, 404, 404], body: () => ({ tickets: [{ placeId: 999_999 }], userId: 999_999 }) },
  { call: 'POST /admin/reservations/payments', record: 'reservation',          own: [401, 403, 403, 201, 201], missing: [401, 403, 403, 404, 404], body: (id) => ({ ticketIds: [id], paymentType: 'CASH' }) },
  { call: 'DELETE /admin/reservations/:id', record: 'reservation',             own: [401, 403, 403, 204, 204], missing: [401, 403, 403, 204, 204] },
  { call: 'PUT /admin/tickets/:id/place', record: 'bought ticket',             own: [401, 403, 403, 422, 422], missing: [401, 403, 403, 404, 404], body: () => ({ placeId: 999_999 }) },
  { call: 'PUT /admin/tickets/:id/refund', record: 'bought ticket',            own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404], body: () => ({ reason: 'Ill' }) },
  { call: 'POST /admin/bank-movements/:id/assign', record: 'bank movement',      own: [401, 403, 403, 404], missing: [401, 403, 403, 404], body: () => ({ openAmount: 5_000, paymentId: 999_999, reason: 'Known' }) },
  { call: 'POST /admin/bank-movements/:id/pay-back', record: 'bank movement',    own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ openAmount: 5_000, reason: 'Transfer 17' }) },
  { call: 'POST /admin/bank-movements/:id/ignore', record: 'bank movement',      own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ openAmount: 5_000, reason: 'A donation' }) },
  { call: 'GET /admin/refund-files/:id', record: 'payment file',                 own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/refund-files/:id/paid', record: 'payment file',           own: [401, 403, 403, 409], missing: [401, 403, 403, 404], body: () => ({ reason: 'Statement 11' }) },
  { call: 'POST /admin/refund-files/:id/withdraw', record: 'payment file',       own: [401, 403, 403, 409], missing: [401, 403, 403, 404], body: () => ({ reason: 'Refused' }) },
  { call: 'POST /admin/desk-payments/:id/settle', record: 'desk payment',        own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404], body: () => ({ receipt: '4711' }) },
  { call: 'GET /admin/orders', record: 'show',                                 own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 200, 200], query: (id) => `showId=${id}` },
  { call: 'GET /admin/orders/:id', record: 'order',                            own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'GET /admin/orders/:id/printable-tickets', record: 'order',          own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'POST /admin/orders/:id/mails', record: 'order',                     own: [401, 403, 403, 204, 204], missing: [401, 403, 403, 404, 404] },
  { call: 'GET /admin/invoices/:id', record: 'invoice',                        own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'POST /admin/shows/:id/ticket-checks', record: 'show',               own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404], body: () => ({ code: 'F1' }) },
  { call: 'POST /admin/shows/:id/entry-pairings', record: 'show',              own: [401, 403, 403, 201, 201], missing: [401, 403, 403, 404, 404], body: (id) => pairing(id) },
  { call: 'POST /admin/shows/:id/entry-pairings', record: 'other show',        own: [401, 403, 403, 404, 404], missing: [401, 403, 403, 404, 404], body: (id) => pairing(id, id) },
  { call: 'GET /admin/shows/:id/entry', record: 'show',                        own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'PUT /admin/shows/:id/entry', record: 'show',                        own: [401, 403, 403, 409, 409], missing: [401, 403, 403, 404, 404], body: () => ({ reEntry: true, offlineUnknown: 'ASK', liveCodes: false, version: 9 }) },
  { call: 'POST /admin/shows/:id/gates', record: 'show',                       own: [401, 403, 403, 201, 201], missing: [401, 403, 403, 404, 404], body: () => ({ name: `Gate ${crypto.randomUUID()}`, sectorIds: [] }) },
  { call: 'GET /admin/locations/:id/gates', record: 'location',                own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'POST /admin/locations/:id/gates', record: 'location',               own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: () => ({ name: `Gate ${crypto.randomUUID()}`, sectorIds: [] }) },
  { call: 'PUT /admin/gates/:id', record: 'gate',                              own: [401, 403, 403, 204], missing: [401, 403, 403, 404], body: () => ({ name: `Gate ${crypto.randomUUID()}`, sectorIds: [], version: 1 }) },
  { call: 'DELETE /admin/gates/:id', record: 'gate',                           own: [401, 403, 403, 204, 204], missing: [401, 403, 403, 404, 404] },
  { call: 'DELETE /admin/entry-devices/:id', record: 'scanner',                own: [401, 403, 403, 204, 204], missing: [401, 403, 403, 404, 404] },
  { call: 'GET /entry/set', record: 'show',                                    own: [401, 401, 401, 401], missing: [401, 401, 401, 401], query: (id) => `showId=${id}` },
  { call: 'POST /entry/scans', record: 'show',                                 own: [401, 401, 401, 401], missing: [401, 401, 401, 401], body: (id) => ({ showId: id }) },
  { call: 'GET /admin/shows/:id/waiting-room', record: 'show',                 own: [401, 403, 403, 200], missing: [401, 403, 403, 404] },
  { call: 'PUT /admin/shows/:id/waiting-room', record: 'show',                 own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ mode: 'OFF', isPaused: false }) },
  { call: 'GET /admin/shows/:id/door-list', record: 'show',                    own: [401, 403, 403, 200, 200], missing: [401, 403, 403, 404, 404] },
  { call: 'POST /admin/shows/:id/admissions', record: 'show',                  own: [401, 403, 403, 404, 404], missing: [401, 403, 403, 404, 404], body: () => ({ ticketId: 999_999, reason: 'No phone' }) },

  // Published by administrators.
  { call: 'POST /news', record: 'event',                                       own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (eventId) => ({ ...NEWS, eventId }) },
  { call: 'POST /news', record: 'image',                                       own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...NEWS, imageId }) },
  { call: 'POST /events', record: 'image',                                     own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...EVENT, imageId }) },
  { call: 'POST /eventshows', record: 'event',                                 own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (eventId, parts) => ({ ...SHOW, ...parts, eventId }) },
  { call: 'POST /eventshows', record: 'location',                              own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (locationId, parts) => ({ ...SHOW, ...parts, locationId }) },
  { call: 'POST /eventshows', record: 'artist',                                own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (artistId, parts) => ({ ...SHOW, ...parts, artistId }) },
  { call: 'POST /eventshows', record: 'seating plan',                          own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (seatingPlanId, parts) => ({ ...SHOW, ...parts, seatingPlanId }) },

  // Public.
  { call: 'GET /images/:name', record: 'image name',                           own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /images/:name/info', record: 'image name',                      own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /merchandise/products/:id', record: 'product',                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'POST /merchandise/purchases', record: 'product',                    own: [401, 201, 201, 201], missing: [401, 404, 404, 404], because: PUBLIC, body: (id) => ({ merchandiseProductId: id, quantity: 1 }) },
  { call: 'GET /news/:id', record: 'news',                                     own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'POST /news/:id', record: 'news',                                    own: [401, 204, 204, 204], missing: [401, 404, 404, 404], because: PUBLIC },
  { call: 'GET /events/:id', record: 'event',                                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /events', record: 'artist',                                     own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `artistId=${id}` },
  { call: 'GET /eventshows', record: 'event',                                  own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `eventId=${id}` },
  { call: 'GET /eventshows', record: 'location',                               own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `locationId=${id}` },
  { call: 'GET /users/tickets', record: 'show',                                own: [401, 200, 200, 200], missing: [401, 200, 200, 200], because: PUBLIC, query: (id) => `eventShowId=${id}` },
  { call: 'GET /eventshows/:id', record: 'show',                               own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /eventshows/:id/sale-start', record: 'show',                    own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /eventshows/:id/line', record: 'show',                          own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'POST /eventshows/:id/waiting-place', record: 'show',                own: [401, 200, 200, 200], missing: [401, 404, 404, 404], because: PUBLIC },
  { call: 'DELETE /eventshows/:id/waiting-place', record: 'show',              own: [401, 204, 204, 204], missing: [401, 204, 204, 204], because: PUBLIC },
  { call: 'GET /artists/:id', record: 'artist',                                own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /location/:id', record: 'location',                             own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /legal/:page', record: 'legal page',                            own: [200, 200, 200, 200], missing: [422, 422, 422, 422], because: PUBLIC },
  { call: 'GET /seatingplans/event-show/:id', record: 'show',                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /seatingplans/capacity', record: 'show',                        own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC, query: planOf },
  { call: 'GET /tickets/reservations', record: 'show',                         own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC, query: planOf },
  { call: 'POST /tickets/best-available', record: 'show',                      own: [401, 201, 201, 201], missing: [401, 404, 404, 404], because: PUBLIC, body: (id) => ({ eventShowId: id, quantity: 1 }) },
  { call: 'POST /tickets', record: 'taken seat',                               own: [401, 409, 409, 409], missing: [401, 422, 422, 422], because: PUBLIC, body: (id, parts) => ({ eventShowId: parts.showId, seatingPlanPlaceIds: [id] }) },
]

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const SHOW = { name: 'Show', price: 1, startTime: inDays(2), endTime: inDays(3) }

/** Returns a series of one show, confirmed. */
function series(parts: Parts, ids: object) {
  const { startTime, endTime, ...shared } = SHOW
  return { ...shared, ...parts, ...ids, isConfirmed: true, times: [{ startTime, endTime }] }
}

const PAIRING = { name: 'Phone 1', direction: 'IN', isSupervisor: false }

/** Returns a pairing of a scanner with a further show, at a gate or at all gates. */
function pairing(furtherShowId: number | string, gateId?: number | string) {
  return { ...PAIRING, gateId, furtherShowIds: [furtherShowId] }
}

function planFile(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,2,1,0']))
  return form
}

function planOf(eventShowId: number | string, parts: Parts): string {
  return `seatingPlanId=${parts.seatingPlanId}&eventShowId=${eventShowId}`
}
