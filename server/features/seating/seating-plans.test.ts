import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_PLAN } from '#domain/seating-plan/sample-plan.ts'
import type { LocationId, UserId } from '#domain/ids.ts'
import { givenArtist, givenEvent, givenLocation, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { openPlanReader } from './plan-process/plan-process.ts'

let shop: TestShop
let admin: UserId
let locationId: LocationId

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
  locationId = await givenLocation(shop.db, { name: 'Town Hall' })
})
afterAll(() => shop.close())

const CSV = 'sector,row,seat,x,y,type,percent\nStalls,A,1,0,0,,120\nStalls,A,2,1,0,wheelchair,120\nStalls,B,1,0,1,,120'

function fileOf(content: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), 'hall.csv')
  return form
}

const check = (content: string | Uint8Array<ArrayBuffer>, query = '') =>
  shop.ask('POST', `/admin/seating-plans/checks${query}`, { as: admin, body: fileOf(content) })

const upload = (name: string, content = CSV, more = '') =>
  shop.ask('POST', `/admin/seating-plans?name=${encodeURIComponent(name)}&locationId=${locationId}${more}`, {
    as: admin,
    body: fileOf(content),
  })

const list = async (name: string) => (await shop.ask('GET', `/admin/seating-plans?name=${name}`, { as: admin })).json()

test('checks a file without storing it: sectors, places, special seats, and whether the name is free', async () => {
  const reply = await check(CSV, '?name=Checked')
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    name: 'Checked',
    seats: 3,
    standing: 0,
    isNameTaken: false,
    moved: [],
    kinds: ['wheelchair place: 1'],
    sectors: [{ name: 'Stalls', pricePercent: 120, rows: 2, seats: 3, standing: 0 }],
  })
  expect(reply.json().sectors[0].points).toHaveLength(6)
  expect(await list('Checked')).toEqual({ total: 0, elements: [] })
  const priced = await check(CSV, '?name=Checked&prices=Stalls%3D80&focus=bottom')
  expect(priced.json()).toMatchObject({ sectors: [{ pricePercent: 80 }] })
  expect(priced.json().focalPoint.y).toBeGreaterThan(reply.json().focalPoint.y)
})

test('reads the sample of the desk', async () => {
  const sample = (await check(SAMPLE_PLAN, '?name=Sample')).json()
  expect(sample).toMatchObject({ seats: 18, standing: 40, kinds: ['wheelchair place: 1'] })
  expect(
    sample.sectors.map(({ name, pricePercent }: { name: string; pricePercent: number }) => [name, pricePercent]),
  ).toEqual([
    ['Stalls', 100],
    ['Floor', 60],
    ['Balcony', 80],
  ])
})

test('reads the places of a plan that no show uses, with the room of its standing places', async () => {
  const { id } = (await upload('Unused', SAMPLE_PLAN)).json()
  const path = `/admin/seating-plans/${id}`
  const { standingPlaces } = (await shop.ask('GET', path, { as: admin })).json()
  const { sectors } = (await shop.ask('GET', `${path}/places`, { as: admin })).json()
  const places = sectors.flatMap((sector: { places: { id: number; placeType: string }[] }) => sector.places)
  const standing = places.filter(({ placeType }: { placeType: string }) => placeType === 'STANDING')
  expect(places.length - standing.length).toBe(18)
  expect(standingPlaces).toEqual([{ id: standing[0].id, capacity: 40 }])
  await shop.ask('DELETE', path, { as: admin })
})

test('tells what is wrong with a file, by line', async () => {
  const wrong = await check('sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,12a,1,0')
  expect([wrong.statusCode, wrong.body]).toEqual([422, "line 3: '12a' holds no number, and a seat is called by one."])
  for (const [content, sentence] of [
    [Uint8Array.of(0xff, 0xfe, 0x41, 0x00), 'The file is not text in UTF-8. Please save it as UTF-8.'],
    ['x'.repeat(20_000_001), 'The file has more than 20 MB.'],
  ] as const) {
    const reply = await check(content)
    expect([reply.statusCode, reply.body]).toEqual([422, sentence])
  }
  expect((await check(CSV, '?prices=Stalls')).body).toContain('prices: Prices are written')
  const json = await shop.ask('POST', '/admin/seating-plans/checks', { as: admin, body: {} })
  expect(json.statusCode).toBe(415)
})

test('ends the reading of a file that takes too much time or memory, and reads the next one', async () => {
  const order = { name: 'Hall', focus: undefined, prices: [], separatesZones: false }
  const hurried = openPlanReader({ log: () => {}, timeLimitMs: 1 })
  await expect(hurried.read('lane', order, Buffer.from(CSV))).rejects.toMatchObject({
    code: 'plan_file_refused',
    details: { sentences: ['This file takes too much time or memory to read.'] },
  })
  expect((await check(CSV, '?name=Next')).statusCode).toBe(200)
})

test('ends the process of a file that takes too much memory', { timeout: 30_000 }, async () => {
  const order = { name: 'Hall', focus: undefined, prices: [], separatesZones: false }
  const large = Buffer.from(`[${'{},'.repeat(1_000_000)}{}]`)
  const logged: string[] = []
  const log = (text: string) => void logged.push(text)
  // With its usual memory, the process reads the file to its end and tells what is wrong with it.
  await expect(openPlanReader({ log }).read('lane', order, large)).rejects.toMatchObject({
    details: { sentences: [expect.not.stringContaining('memory')] },
  })
  expect(logged).toEqual([])
  await expect(openPlanReader({ log, heapMb: 40 }).read('lane', order, large)).rejects.toMatchObject({
    code: 'plan_file_refused',
    details: { sentences: ['This file takes too much time or memory to read.'] },
  })
  expect(logged).toEqual([expect.stringMatching(/^The plan process ended by itself .*heap/s)])
})

test('moves the zones of a pretix plan apart on request', async () => {
  const zone = (name: string, y: number) => ({
    name,
    position: { x: 0, y },
    rows: ['1', '2'].map((row_number, row) => ({
      row_number,
      position: { x: 0, y: row * 20 },
      seats: [1, 2, 3].map((seat) => ({
        seat_number: `${seat}`,
        category: 'A',
        position: { x: seat * 20, y: 0 },
      })),
    })),
  })
  const plan = JSON.stringify({ name: 'Arena', zones: [zone('Stalls', 0), zone('Circle', 22)] })
  const refused = await check(plan)
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('it lies over another seat.')])
  const moved = await check(plan, '?separatesZones=true')
  expect(moved.json()).toMatchObject({ name: 'Arena', seats: 12, moved: ['Circle'] })
  expect((await upload('Arena', plan)).statusCode).toBe(422)
  expect((await upload('Arena', plan, '&separatesZones=true')).json()).toMatchObject({ name: 'Arena', seats: 12 })
})

test('uploads, renames, retires, restores and deletes a plan, and logs each', async () => {
  const made = await upload('Great Hall')
  expect(made.statusCode).toBe(201)
  const { id, version } = made.json()
  expect(made.json()).toMatchObject({ name: 'Great Hall', locationId, locationName: 'Town Hall', seats: 3, shows: 0 })
  expect((await upload('GREAT HALL')).body).toBe(
    'There is already a seating plan called “GREAT HALL”. Please choose another name.',
  )
  const path = `/admin/seating-plans/${id}`
  const edit = (body: object) => shop.ask('PUT', path, { as: admin, body })
  const renamed = { name: 'Old Hall', locationId, isRetired: false }
  expect((await edit({ ...renamed, version })).json()).toMatchObject({ name: 'Old Hall', version: 2 })
  expect((await edit({ ...renamed, version })).statusCode).toBe(409)

  const isOffered = async () => (await shop.ask('GET', '/seatingplans?name=old')).json().total === 1
  const makeShow = () => shop.ask('POST', '/eventshows', { as: admin, body: { ...show, seatingPlanId: id } })
  const show = {
    name: 'Evening',
    eventId: await givenEvent(shop.db),
    artistId: await givenArtist(shop.db),
    locationId,
    startTime: new Date(Date.now() + 86_400_000),
    endTime: new Date(Date.now() + 90_000_000),
    price: 1_000,
  }
  expect(await isOffered()).toBe(true)
  expect((await edit({ ...renamed, isRetired: true, version: 2 })).json().retiredAt).not.toBeNull()
  expect(await isOffered()).toBe(false)
  const refused = await makeShow()
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'The seating plan “Old Hall” is retired. Please choose another one.',
  ])
  expect((await edit({ name: 'Old Hall', isRetired: false, version: 3 })).json()).toMatchObject({
    retiredAt: null,
    locationId: null,
  })
  expect((await shop.ask('DELETE', path, { as: admin })).statusCode).toBe(204)
  expect((await shop.ask('GET', path, { as: admin })).body).toBe('This seating plan was deleted.')

  const kept = (await upload('Kept')).json().id
  expect(
    (await shop.ask('POST', '/eventshows', { as: admin, body: { ...show, seatingPlanId: kept } })).statusCode,
  ).toBe(201)
  expect((await shop.ask('DELETE', `/admin/seating-plans/${kept}`, { as: admin })).body).toBe(
    "This seating plan can't be deleted because it has 1 show.",
  )
  expect(await list('town')).toMatchObject({ elements: [{ name: 'Arena' }, { name: 'Kept', shows: 1 }] })

  const entries = await shop.db
    .selectFrom('change_log')
    .select(['action', 'changes'])
    .where('kind', '=', 'SEATING_PLAN')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'CREATED', changes: [] },
    { action: 'EDITED', changes: [{ field: 'name', from: 'Great Hall', to: 'Old Hall' }] },
    { action: 'EDITED', changes: [{ field: 'isRetired', from: false, to: true }] },
    {
      action: 'EDITED',
      changes: [
        { field: 'isRetired', from: true, to: false },
        { field: 'locationId', from: locationId, to: null },
      ].toSorted((a, b) => (a.field < b.field ? -1 : 1)),
    },
    { action: 'DELETED', changes: [] },
  ])
})
