import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { fingerprintOf } from '#server/testing/fingerprint.sql.ts'
import { fieldsOf } from '#server/testing/hostile.ts'
import { givenOwnedRecords, MISSING, type RecordKind, type OwnedRecords } from '#server/testing/owned-records.ts'
import { givenUser } from '#server/testing/given.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const callers = ['no token', 'owner', 'other', 'admin'] as const
type Caller = (typeof callers)[number]
type Statuses = [noToken: number, owner: number, other: number, admin: number]

type Row = {
  call: string
  thing: RecordKind
  /** What each caller is answered about the owner's thing, and about one that is not there. */
  own: Statuses
  missing: Statuses
  /** Where the thing is named, unless in the path. */
  query?: (id: number | string) => string
  body?: (id: number | string) => unknown
  /** Why a stranger may be answered otherwise than about a thing that is not there. */
  because?: string
}

const GONE = 'what is gone stays gone: docs/decisions/0004-gone-things.md'
const PUBLIC = 'everybody sees it'

const NEWS = { title: 'News', summary: 'Short.', text: 'Long.', eventId: 0, imageId: 0 }
const EVENT = { title: 'Event', type: 'OPERA', description: 'Sung.' }
const PRODUCT = { name: 'Mug', description: 'Holds.', price: 5, points: 0, stock: 1, itemsPerCustomer: 1 }
const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
const ORDER = { userPaymentInfoDto, paymentType: 'VISA' }
const RESET = { email: '', password: 'a new password' }

// prettier-ignore
const rows: readonly Row[] = [
  // call, thing                                                                    no token, owner, other, admin
  { call: 'DELETE /tickets/:id', thing: 'reservation',                        own: [401, 204, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'DELETE /tickets/:id', thing: 'bought ticket',                      own: [401, 409, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'PUT /tickets/:id/cancelation', thing: 'bought ticket',             own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'PUT /tickets/:id/cancelation', thing: 'reservation',               own: [401, 409, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'POST /orders', thing: 'reservation',                               own: [401, 201, 404, 404], missing: [401, 410, 410, 410], because: GONE, body: (id) => ({ ...ORDER, ticketIds: [id] }) },
  { call: 'POST /orders', thing: 'bought ticket',                             own: [401, 201, 404, 404], missing: [401, 410, 410, 410], because: GONE, body: (id) => ({ ...ORDER, ticketIds: [id] }) },
  { call: 'POST /orders', thing: 'cart line',                                 own: [401, 201, 404, 404], missing: [401, 404, 404, 404], body: (id) => ({ ...ORDER, merchandiseIds: [id] }) },
  { call: 'PATCH /merchandise/purchases/:id/quantity', thing: 'cart line',    own: [401, 200, 404, 404], missing: [401, 404, 404, 404], body: () => ({ quantity: 2 }) },
  { call: 'DELETE /merchandise/purchases/:id', thing: 'cart line',            own: [401, 204, 404, 404], missing: [401, 204, 204, 204], because: GONE },
  { call: 'GET /invoices/:id', thing: 'invoice',                              own: [401, 200, 404, 404], missing: [401, 404, 404, 404] },
  { call: 'DELETE /images/:name', thing: 'image name',                        own: [401, 204, 404, 204], missing: [401, 204, 204, 204], because: GONE },
  { call: 'POST /merchandise/products', thing: 'image',                       own: [401, 201, 404, 201], missing: [401, 404, 404, 404], body: (imageId) => ({ ...PRODUCT, imageId }) },
  { call: 'GET /merchandise/products/:id', thing: 'pending product',          own: [404, 200, 404, 200], missing: [404, 404, 404, 404] },
  { call: 'POST /merchandise/purchases', thing: 'pending product',            own: [401, 409, 404, 409], missing: [401, 404, 404, 404], body: (id) => ({ merchandiseProductId: id, quantity: 1 }) },
  { call: 'PATCH /merchandise/products/:id/state', thing: 'pending product',  own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ state: 'ON_SALE' }) },
  { call: 'PATCH /merchandise/products/:id', thing: 'product',                own: [401, 403, 403, 200], missing: [401, 403, 403, 404], body: () => ({ ...PRODUCT, imageId: things.parts.imageId }) },
  { call: 'DELETE /users/:id', thing: 'user',                                 own: [401, 403, 403, 204], missing: [401, 403, 403, 204] },
  { call: 'PATCH /users/:id/lock', thing: 'user',                             own: [401, 403, 403, 204], missing: [401, 403, 403, 404], body: () => true },
  { call: 'GET /password-resets/:token', thing: 'reset token',                own: [204, 204, 204, 204], missing: [410, 410, 410, 410], because: 'who has the token is who has the mail' },
  { call: 'PUT /password-resets', thing: 'reset token',                       own: [204, 204, 204, 204], missing: [410, 410, 410, 410], because: 'who has the token is who has the mail', body: (token) => ({ ...RESET, token }) },

  // What administrators publish.
  { call: 'POST /news', thing: 'event',                                       own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (eventId) => ({ ...NEWS, eventId }) },
  { call: 'POST /news', thing: 'image',                                       own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...NEWS, imageId }) },
  { call: 'POST /events', thing: 'image',                                     own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (imageId) => ({ ...EVENT, imageId }) },
  { call: 'POST /eventshows', thing: 'event',                                 own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (eventId) => ({ ...SHOW, ...things.parts, eventId }) },
  { call: 'POST /eventshows', thing: 'location',                              own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (locationId) => ({ ...SHOW, ...things.parts, locationId }) },
  { call: 'POST /eventshows', thing: 'artist',                                own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (artistId) => ({ ...SHOW, ...things.parts, artistId }) },
  { call: 'POST /eventshows', thing: 'seating plan',                          own: [401, 403, 403, 201], missing: [401, 403, 403, 404], body: (seatingPlanId) => ({ ...SHOW, ...things.parts, seatingPlanId }) },

  // What everybody sees.
  { call: 'GET /images/:name', thing: 'image name',                           own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /images/:name/info', thing: 'image name',                      own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /merchandise/products/:id', thing: 'product',                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'POST /merchandise/purchases', thing: 'product',                    own: [401, 201, 201, 201], missing: [401, 404, 404, 404], because: PUBLIC, body: (id) => ({ merchandiseProductId: id, quantity: 1 }) },
  { call: 'GET /news/:id', thing: 'news',                                     own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'POST /news/:id', thing: 'news',                                    own: [401, 204, 204, 204], missing: [401, 404, 404, 404], because: PUBLIC },
  { call: 'GET /events/:id', thing: 'event',                                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /events', thing: 'artist',                                     own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `artistId=${id}` },
  { call: 'GET /eventshows', thing: 'event',                                  own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `eventId=${id}` },
  { call: 'GET /eventshows', thing: 'location',                               own: [200, 200, 200, 200], missing: [200, 200, 200, 200], because: PUBLIC, query: (id) => `locationId=${id}` },
  { call: 'GET /users/tickets', thing: 'show',                                own: [401, 200, 200, 200], missing: [401, 200, 200, 200], because: PUBLIC, query: (id) => `eventShowId=${id}` },
  { call: 'GET /eventshows/:id', thing: 'show',                               own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /artists/:id', thing: 'artist',                                own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /location/:id', thing: 'location',                             own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /seatingplans/event-show/:id', thing: 'show',                  own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC },
  { call: 'GET /seatingplans/capacity', thing: 'show',                        own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC, query: planOf },
  { call: 'GET /tickets/reservations', thing: 'show',                         own: [200, 200, 200, 200], missing: [404, 404, 404, 404], because: PUBLIC, query: planOf },
  { call: 'POST /tickets/best-available', thing: 'show',                      own: [401, 201, 201, 201], missing: [401, 404, 404, 404], because: PUBLIC, body: (id) => ({ eventShowId: id, quantity: 1 }) },
  { call: 'POST /tickets', thing: 'taken seat',                               own: [401, 409, 409, 409], missing: [401, 422, 422, 422], because: PUBLIC, body: (id) => ({ eventShowId: things.parts.showId, seatingPlanPlaceIds: [id] }) },
]

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const SHOW = { name: 'Show', price: 1, startTime: inDays(2), endTime: inDays(3) }

function planOf(eventShowId: number | string): string {
  return `seatingPlanId=${things.parts.seatingPlanId}&eventShowId=${eventShowId}`
}

let shop: TestShop
let things: OwnedRecords
let people: Record<Caller, UserId | undefined>

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '500', MAX_RESERVATIONS: '500' })
  const owner = await givenUser(shop.db)
  things = await givenOwnedRecords(shop, owner)
  people = {
    'no token': undefined,
    owner,
    other: await givenUser(shop.db),
    admin: await givenUser(shop.db, { isAdmin: true }),
  }
})
afterAll(() => shop.close())

async function ask({ call, query, body }: Row, id: number | string, caller: Caller, as = people) {
  const [method = '', path = ''] = call.split(' ')
  const asked = `${path.replace(/:\w+/, String(id))}${query ? `?${query(id)}` : ''}`
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const reply = await shop.ask(method as Endpoint['method'], asked, {
    as: as[caller],
    body: body?.(id),
    headers,
  })
  return { status: reply.statusCode, body: reply.body }
}

/** What is not as the row says; nothing, when the shop keeps everybody's things for themselves. */
async function faultsOf(row: Row, as = people): Promise<string[]> {
  const faults: string[] = []
  for (const [index, caller] of callers.entries()) {
    const id = await things.given(row.thing)
    const before = await fingerprintOf(shop.db)
    const own = await ask(row, id, caller, as)
    const isUnchanged = before === (await fingerprintOf(shop.db))
    const about = { own, missing: await ask(row, MISSING[row.thing], caller, as) }
    const expected = { own: row.own[index], missing: row.missing[index] }
    for (const which of ['own', 'missing'] as const) {
      if (about[which].status !== expected[which]) {
        faults.push(`${caller}, ${which}: ${about[which].status} instead of ${expected[which]}, ${about[which].body}`)
      }
    }
    const isRefused = (expected.own ?? 0) >= 400
    if (isRefused && !isUnchanged) faults.push(`${caller}: refused, and yet something changed`)
    const isHidden = isRefused && caller !== 'owner' && caller !== 'admin' && !row.because
    if (isHidden && (about.own.status !== about.missing.status || about.own.body !== about.missing.body)) {
      faults.push(`${caller}: learns from “${about.own.body}” that it exists`)
    }
  }
  return faults
}

for (const row of rows) {
  test(`${row.call} with ${row.thing}`, async () => expect(await faultsOf(row)).toEqual([]))
}

/** What a call names a thing by: parameters of its path, and fields for ids or a token. */
function namesOf({ path, query, body }: Endpoint): string[] {
  const fields = [...fieldsOf(query), ...fieldsOf(body)].filter((field) => /(Id|Ids|^token)$/.test(field))
  return [...path.matchAll(/:\w+/g)].map(([name]) => name).concat(fields)
}

test('has a row for every call with an id, and none for removed calls', () => {
  // Whoever opens a stream of what everybody sees would listen for ever.
  const naming = endpoints.filter(({ endpoint }) => namesOf(endpoint).length > 0 && !endpoint.path.endsWith('/stream'))
  const calls = naming.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect([...new Set(rows.map(({ call }) => call))].toSorted()).toEqual(calls.toSorted())
  for (const { endpoint } of naming) {
    const own = rows.filter(({ call }) => call === `${endpoint.method} ${endpoint.path}`)
    const told = JSON.stringify(own.map(({ call, query, body }) => [call, query?.(1), body?.(1)]))
    for (const name of namesOf(endpoint)) expect(told, endpoint.path).toContain(name)
  }
})

test('control: every protecting row fails if a stranger counts as the owner', async () => {
  const protects = rows.filter(({ own: [, owner, other] }) => owner !== other)
  expect(protects.length).toBeGreaterThan(10)
  for (const row of protects) {
    const faults = await faultsOf(row, { ...people, other: people.owner })
    expect(faults, `${row.call} with ${row.thing}`).not.toEqual([])
  }
})
