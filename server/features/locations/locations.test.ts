import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { givenLocation, givenPlan, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('finds locations by every part of their address', async () => {
  const theatreAddress = { name: 'Théâtre', address: 'Rue 5', city: 'Genève', postalCode: 'CH-1204', country: 'Suisse' }
  const theatre = await givenLocation(shop.db, theatreAddress)
  await givenLocation(shop.db)
  const idsOf = async (query: string) =>
    (await shop.ask('GET', `/location?${query}`)).json().elements.map((location: { id: number }) => location.id)
  for (const query of ['name=theat', 'address=rue', 'city=geneve', 'postalCode=1204', 'country=suis']) {
    expect([query, await idsOf(query)]).toEqual([query, [theatre]])
  }
  expect(await idsOf('name=theat&city=wien')).toEqual([])
  expect(await idsOf('')).toHaveLength(2)
  expect((await shop.ask('GET', `/location/${theatre}`)).json()).toEqual({
    id: theatre,
    ...theatreAddress,
    imageName: null,
    travelText: null,
    plans: [],
    timeZone: 'Europe/Vienna',
  })
  expect((await shop.ask('GET', '/location/999999')).body).toBe('There is no such location.')
})

const HALL = {
  name: 'Town Hall',
  address: 'Square 3',
  postalCode: '8010',
  city: 'Graz',
  country: 'Austria',
  timeZone: 'Europe/Vienna',
  travelText: 'Tram 1.',
}

test('creates, edits and deletes locations, and logs each with the changed fields', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const made = await shop.ask('POST', '/admin/locations', { as: admin, body: HALL })
  expect(made.statusCode).toBe(201)
  const { id, version } = made.json()
  const path = `/admin/locations/${id}`
  const edit = { ...HALL, city: 'Linz', travelText: '', version }
  expect((await shop.ask('PUT', path, { as: admin, body: edit })).json()).toMatchObject({
    ...HALL,
    city: 'Linz',
    travelText: null,
    version: 2,
    shows: 0,
    plans: 0,
  })
  expect((await shop.ask('GET', '/admin/locations?name=linz', { as: admin })).json()).toMatchObject({
    total: 1,
    elements: [{ id }],
  })
  const late = await shop.ask('PUT', path, { as: admin, body: edit })
  expect([late.statusCode, late.body]).toEqual([
    409,
    'Someone else changed this location meanwhile. Please check the fields and save again.',
  ])
  for (let round = 0; round < 2; round += 1) {
    expect((await shop.ask('DELETE', path, { as: admin })).statusCode).toBe(204)
  }
  expect((await shop.ask('GET', path, { as: admin })).body).toBe('This location was deleted.')

  const entries = await shop.db
    .selectFrom('change_log')
    .select(['actor_id as by', 'action', 'record_name as name', 'changes'])
    .where('kind', '=', 'LOCATION')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { by: admin, action: 'CREATED', name: 'Town Hall', changes: [] },
    {
      by: admin,
      action: 'EDITED',
      name: 'Town Hall',
      changes: [
        { field: 'city', from: 'Graz', to: 'Linz' },
        { field: 'travelText', from: 'Tram 1.', to: null },
      ],
    },
    { by: admin, action: 'DELETED', name: 'Town Hall', changes: [] },
  ])
})

test('accepts IANA time zones alone', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  for (const timeZone of ['', 'Vienna', 'Europe/Atlantis', '+01:00', 'CET', 'europe/vienna', 'Etc/GMT+99']) {
    const reply = await shop.ask('POST', '/admin/locations', { as: admin, body: { ...HALL, timeZone } })
    expect([timeZone, reply.statusCode, reply.body]).toEqual([
      timeZone,
      422,
      `timeZone: ${timeZone === '' ? 'Value is required' : 'Value is not a known time zone'}`,
    ])
  }
  for (const timeZone of ['UTC', 'America/Argentina/Buenos_Aires', 'Asia/Ho_Chi_Minh', 'Etc/GMT+3']) {
    const reply = await shop.ask('POST', '/admin/locations', { as: admin, body: { ...HALL, timeZone } })
    expect([timeZone, reply.statusCode]).toEqual([timeZone, 201])
  }
})

test('keeps a location with shows or seating plans', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const locationId = await givenLocation(shop.db)
  const { seatingPlanId } = await givenPlan(shop.db, {})
  await shop.owner
    .updateTable('seating_plans')
    .set({ location_id: locationId })
    .where('id', '=', seatingPlanId)
    .execute()
  const remove = async () => (await shop.ask('DELETE', `/admin/locations/${locationId}`, { as: admin })).body
  expect(await remove()).toBe("This location can't be deleted because it has 1 seating plan.")
  const plans = await shop.ask('GET', `/admin/seating-plans?locationId=${locationId}`, { as: admin })
  expect(plans.json()).toMatchObject({ total: 1, elements: [{ id: seatingPlanId }] })
  await givenShow(shop.db, { locationId })
  await givenShow(shop.db, { locationId })
  expect(await remove()).toBe("This location can't be deleted because it has 2 shows and 1 seating plan.")
})

test('keeps the time zone of a location with shows', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const locationId = await givenLocation(shop.db)
  await givenShow(shop.db, { locationId })
  const path = `/admin/locations/${locationId}`
  const { name, address, city, postalCode, country, version } = (await shop.ask('GET', path, { as: admin })).json()
  const body = { name, address, city, postalCode, country, travelText: '', version, timeZone: 'America/New_York' }
  const refused = await shop.ask('PUT', path, { as: admin, body })
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    "timeZone: The time zone can't change once the location has shows",
  ])
  const moved = await shop.ask('PUT', path, { as: admin, body: { ...body, timeZone: 'Europe/Vienna', city: 'Linz' } })
  expect(moved.statusCode).toBe(200)
})

test('asks before customers of coming shows are told of a new name or address, then mails each once', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { id, version } = (await shop.ask('POST', '/admin/locations', { as: admin, body: HALL })).json()
  const [ada, bob, cora] = [await givenUser(shop.db), await givenUser(shop.db), await givenUser(shop.db)]
  const show = await givenShow(shop.db, { locationId: id, seats: 4, title: 'Norma' })
  const later = await givenShow(shop.db, { locationId: id, seats: 1, startsIn: '9 days' })
  const cancelled = await givenShow(shop.db, { locationId: id, seats: 1 })
  const elsewhere = await givenShow(shop.db, { seats: 1 })
  const reserve = (as: UserId, { showId }: Show, places: readonly number[]) =>
    shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
  await reserve(ada, show, show.seatIds.slice(0, 2))
  await reserve(ada, later, later.seatIds)
  const reserved = (await reserve(bob, show, show.seatIds.slice(2, 3))).json().elements
  const order = {
    ...{ userPaymentInfoDto: { firstName: 'Bob', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' },
    ...{ ticketIds: reserved.map(({ id: ticket }: { id: number }) => ticket), merchandiseIds: [] },
  }
  expect((await shop.ask('POST', '/orders', { as: bob, body: order })).statusCode).toBe(201)
  await reserve(cora, elsewhere, elsewhere.seatIds)
  await reserve(cora, cancelled, cancelled.seatIds)
  await shop.ask('POST', `/admin/shows/${cancelled.showId}/cancellation`, { as: admin, body: { reason: 'Fire.' } })
  await doJobs(shop)

  const edit = (body: object) => shop.ask('PUT', `/admin/locations/${id}`, { as: admin, body: { ...HALL, ...body } })
  expect((await edit({ travelText: 'Tram 2.', version })).statusCode).toBe(200)
  expect(await doJobs(shop)).toEqual([])
  const move = { address: 'Ring 8', version: version + 1 }
  const asked = await edit(move)
  expect([asked.statusCode, asked.body]).toEqual([
    409,
    '2 customers with 4 tickets or reservations will get an email about this change. Please confirm it.',
  ])
  expect((await edit({ ...move, isConfirmed: true })).statusCode).toBe(200)
  const mails = await doJobs(shop)
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'Your venue has changed: Town Hall'),
  )
  expect(mails[0]?.paragraphs[1]).toBe('Address: Ring 8, 8010 Graz, Austria (before: Square 3, 8010 Graz, Austria)')
  expect(mails.map(({ cards }) => cards?.length).toSorted()).toEqual([1, 2])
  // Only bought tickets are in a calendar. The entry of the order is replaced.
  expect(mails.flatMap(({ calendar }) => calendar?.match(/^LOCATION:.*/m) ?? [])).toEqual([
    String.raw`LOCATION:Town Hall\, Ring 8\, 8010 Graz`,
  ])
})
