import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { UserId } from '#domain/ids.ts'
import { fingerprintOf } from '#server/testing/fingerprint.sql.ts'
import { givenOwnedRecords, type OwnedRecords, type RecordKind } from '#server/testing/owned-records.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenPlan, givenShow, givenUser } from '#server/testing/test-data.ts'

type Row = {
  call: string
  record: RecordKind
  /** Creates the record, if it is no owned record that others can edit and delete. */
  given?: () => Promise<number>
  /** Fields that all edits of the record send. */
  shared: () => object
  /** The edits of two people who have read the same version. */
  first: object
  second: object
  /** The message at a field for the second one. */
  told: FieldProblem
  /** The call that deletes the record, for records that can be deleted. */
  remove?: string
}

const ARTIST = { firstName: 'Mia', lastName: 'Zander', description: '' }
const LOCATION = {
  address: 'Ring 1',
  postalCode: '1010',
  country: 'Austria',
  timeZone: 'Europe/Vienna',
  travelText: '',
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const SHOW = { startTime: inDays(200), endTime: inDays(200.1), isConfirmed: true }
const PRODUCT = { description: 'Holds.', price: 500, points: 0, itemsPerCustomer: 1 }
const DRAFT = { isDraft: true }
const LATER = { publishedFrom: '2035-01-01T11:00:00.000Z' }
const planOnly = () => ({ locationId: records.parts.locationId, isRetired: false })
const showParts = () => {
  const { locationId, artistId, seatingPlanId } = records.parts
  return { ...SHOW, locationId, artistId, seatingPlanId }
}
const to = (field: string, text: string): FieldProblem => ({ field, message: `Changed meanwhile to: ${text}` })
const nothing = () => ({})

// prettier-ignore
const rows: readonly Row[] = [
  { call: 'PUT /admin/artists/:id', record: 'artist', shared: () => ARTIST, first: { stageName: 'Mia Z.' }, second: { stageName: 'Zeta' }, told: to('stageName', 'Mia Z.'), remove: '/admin/artists/:id' },
  { call: 'PUT /admin/locations/:id', record: 'location', shared: () => LOCATION, first: { name: 'Hall', city: 'Linz' }, second: { name: 'House', city: 'Graz' }, told: to('city', 'Linz'), remove: '/admin/locations/:id' },
  { call: 'PUT /admin/gates/:id', record: 'gate', shared: () => ({ sectorIds: [] }), first: { name: 'North' }, second: { name: 'South' }, told: to('name', 'North') },
  { call: 'PUT /admin/seating-plans/:id', record: 'seating plan', given: unusedPlan, shared: planOnly, first: { name: 'Rows' }, second: { name: 'Tables' }, told: to('name', 'Rows'), remove: '/admin/seating-plans/:id' },
  { call: 'PUT /admin/events/:id', record: 'event', shared: () => ({ type: 'OPERA', description: 'Sung.' }), first: { title: 'Aida' }, second: { title: 'Tosca' }, told: to('title', 'Aida'), remove: '/admin/events/:id' },
  { call: 'PUT /admin/events/:id/publication', record: 'event', shared: nothing, first: DRAFT, second: LATER, told: to('publishedFrom', '–'), remove: '/admin/events/:id' },
  { call: 'PUT /admin/news/:id', record: 'news', shared: () => ({ summary: 'Short.', text: 'Long.', eventId: 0, imageId: 0 }), first: { title: 'Open' }, second: { title: 'Closed' }, told: to('title', 'Open'), remove: '/admin/news/:id' },
  { call: 'PUT /admin/news/:id/publication', record: 'news', shared: nothing, first: DRAFT, second: LATER, told: to('publishedFrom', '–'), remove: '/admin/news/:id' },
  { call: 'PUT /admin/shows/:id', record: 'other show', shared: showParts, first: { name: 'Matinee', price: 900 }, second: { name: 'Soirée', price: 900 }, told: to('name', 'Matinee'), remove: '/admin/shows/:id' },
  { call: 'PUT /admin/shows/:id/publication', record: 'other show', shared: nothing, first: DRAFT, second: LATER, told: to('publishedFrom', '–'), remove: '/admin/shows/:id' },
  { call: 'PUT /admin/shows/:id/entry', record: 'other show', shared: () => ({ liveCodes: false, reEntry: false }), first: { offlineUnknown: 'ASK' }, second: { offlineUnknown: 'ADMIT', liveCodes: true }, told: to('offlineUnknown', 'ASK'), remove: '/admin/shows/:id' },
  { call: 'PUT /admin/shows/:id/waiting-room', record: 'other show', shared: () => ({ isPaused: false }), first: { mode: 'ALWAYS' }, second: { mode: 'OFF' }, told: to('mode', 'ALWAYS') },
  { call: 'PUT /admin/holds/:id', record: 'hold', given: hold, shared: nothing, first: { reason: 'Press', until: inDays(1) }, second: { reason: 'Sponsors' }, told: to('reason', 'Press') },
  { call: 'PATCH /merchandise/products/:id', record: 'product', shared: () => PRODUCT, first: { name: 'Cup' }, second: { name: 'Mug' }, told: to('name', 'Cup') },
  { call: 'PATCH /merchandise/products/:id/state', record: 'product', shared: nothing, first: { state: 'OFF_SALE' }, second: { state: 'ON_SALE', isDraft: true }, told: to('state', 'OFF_SALE') },
]

/** Changes of the desk without a version, each with its reason. */
const unversioned: Readonly<Record<string, string>> = {
  'PATCH /users/:id/lock': 'the page offers only the opposite of what it shows, which does nothing if it is outdated',
  'PUT /admin/users/:id/staff':
    'the page offers only the opposite of what it shows, which does nothing if it is outdated',
  'PUT /admin/tickets/:id/place': 'states the price that staff saw, and the place must be free',
  'PUT /admin/tickets/:id/refund': 'happens once: a refunded ticket is refused',
}

let shop: TestShop
let records: OwnedRecords
let admin: UserId

beforeAll(async () => {
  shop = await openTestShop()
  records = await givenOwnedRecords(shop, await givenUser(shop.db))
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

async function hold(): Promise<number> {
  const { showId, seatIds } = await givenShow(shop.db)
  const held = await ask('POST /admin/shows/:id/holds', showId, { placeIds: seatIds.slice(0, 1), reason: 'Guests' })
  return held.reply.json().id
}

async function unusedPlan(): Promise<number> {
  return (await givenPlan(shop.db, {})).seatingPlanId
}

async function ask(call: string, id: number | string, body?: object) {
  const [method = '', path = ''] = call.split(' ')
  const headers = { accept: 'application/problem+json', 'idempotency-key': crypto.randomUUID() }
  const url = path.replace(':id', String(id))
  const reply = await shop.ask(method as Endpoint['method'], url, { as: admin, body, headers })
  return { status: reply.statusCode, code: reply.headers['x-problem'], reply }
}

for (const { call, record, given = () => records.given(record), shared, first, second, told, remove } of rows) {
  test(`${call} refuses an edit of an older version, and tells what changed`, async () => {
    const id = await given()
    const edit = (change: object, version: number) => ask(call, id, { ...shared(), ...change, version })
    const earlier = await edit(first, 1)
    expect(earlier.status, earlier.reply.body).toBeLessThan(300)
    const before = await fingerprintOf(shop.db)
    const late = await edit(second, 1)
    expect([late.status, late.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.reply.json().fields).toContainEqual(told)
    expect(await fingerprintOf(shop.db)).toBe(before)
    const knowing = await edit(second, 2)
    expect(knowing.status, knowing.reply.body).toBeLessThan(300)
  })

  if (remove) {
    test(`${call} tells that the ${record} was deleted`, async () => {
      const id = await given()
      await ask(`DELETE ${remove}`, id)
      const late = await ask(call, id, { ...shared(), ...second, version: 1 })
      expect([late.status, late.code]).toEqual([410, 'deleted'])
    })
  }
}

test('has a row or a reason for every change of the desk', () => {
  const changes = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => ['PUT', 'PATCH'].includes(method) && ['admin', 'staff'].includes(access))
    .map(({ method, path }) => `${method} ${path}`)
  expect([...rows.map(({ call }) => call), ...Object.keys(unversioned)].toSorted()).toEqual(changes.toSorted())
})
