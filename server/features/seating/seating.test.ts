import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPACT_PLAN, COMPACT_STATE } from '#contract/compact-seating/media-types.ts'
import { columnsOf } from '#contract/compact-seating/plan-columns.ts'
import { readPlan } from '#contract/compact-seating/read-plan.ts'
import { readState } from '#contract/compact-seating/state.ts'
import { PLAN_VERSION } from '#contract/compact-seating/versions.ts'
import { seatingPlan } from '#contract/seating.ts'
import type { UserId } from '#domain/ids.ts'
import { givenPlan, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop()
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

test('finds seating plans by name, with their sectors but without places', async () => {
  const { seatingPlanId } = await givenPlan(shop.db, {})
  const other = await givenPlan(shop.db, {})
  const found = (await shop.ask('GET', '/seatingplans?name=SMALL')).json()
  expect(found).toMatchObject({
    total: 2,
    elements: [{ id: seatingPlanId, name: 'Small hall', aspect: 1 }, { id: other.seatingPlanId }],
  })
  for (const { sectors } of found.elements) {
    expect(sectors.map(({ name }: { name: string }) => name)).toEqual(['Stalls', 'Floor'])
    for (const sector of sectors) expect(sector).not.toHaveProperty('places')
  }
  expect((await shop.ask('GET', '/seatingplans?name=large')).json().total).toBe(0)
})

test('returns a show’s plan with every sector and place, and 304 for a matching ETag', async () => {
  const { showId, seatingPlanId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 3 })
  const reply = await shop.ask('GET', `/seatingplans/event-show/${showId}`)
  expect(reply.statusCode).toBe(200)
  const plan = reply.json()
  expect(seatingPlan.parse(plan)).toEqual(plan)
  expect(plan).toMatchObject({ id: seatingPlanId, aspect: 1, focalPoint: { x: 50, y: 0 } })
  const placesOf = (name: string) =>
    plan.sectors.find((sector: { name: string }) => sector.name === name).places.map(({ id }: { id: number }) => id)
  expect(placesOf('Stalls')).toEqual(seatIds)
  expect(placesOf('Floor')).toEqual([standingPlaceId])
  const again = await shop.ask('GET', `/seatingplans/event-show/${showId}`, {
    headers: { 'if-none-match': String(reply.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await shop.ask('GET', '/seatingplans/event-show/999999')).body).toBe('There is no such show.')
})

test('keeps many small plans, and what their states need', async () => {
  const shows = await Promise.all(Array.from({ length: 20 }, () => givenShow(shop.db, { seats: 3 })))
  for (const { showId, seatIds } of shows) {
    const body = { eventShowId: showId, seatingPlanPlaceIds: [seatIds[0]] }
    expect((await shop.ask('POST', '/tickets', { as: ada, body })).statusCode).toBe(201)
  }
  const readAll = async ({ showId, seatingPlanId }: Show) => {
    const plan = await shop.ask('GET', `/seatingplans/event-show/${showId}`)
    const path = `/tickets/reservations?eventShowId=${showId}&seatingPlanId=${seatingPlanId}`
    const state = await shop.ask('GET', path, { headers: { accept: COMPACT_STATE } })
    return [plan.body, state.rawPayload.toString('hex')]
  }
  const before = await Promise.all(shows.map(readAll))
  const swapSectors = sql`
    update places set sector_id = other.id from sectors own join sectors other using (seating_plan_id)
    where places.sector_id = own.id and other.id <> own.id`
  await swapSectors.execute(shop.owner)
  try {
    for (const [index, show] of shows.entries()) expect(await readAll(show)).toEqual(before[index])
  } finally {
    await swapSectors.execute(shop.owner)
  }
})

test('makes a plan immutable for caches when the request names its version', async () => {
  const { showId } = await givenShow(shop.db)
  const { version } = (await shop.ask('GET', `/eventshows/${showId}`)).json().seatingPlan
  const path = `/seatingplans/event-show/${showId}`
  for (const accept of ['application/json', COMPACT_PLAN]) {
    const cacheOf = async (query: string, more = {}) => {
      const { statusCode, headers } = await shop.ask('GET', path + query, { headers: { accept, ...more } })
      return [statusCode, headers['cache-control']]
    }
    const { etag } = (await shop.ask('GET', path, { headers: { accept } })).headers
    const kept = 'public, max-age=31536000, immutable'
    expect(await cacheOf(`?version=${version}`)).toEqual([200, kept])
    expect(await cacheOf(`?version=${version}`, { 'if-none-match': etag })).toEqual([304, kept])
    for (const other of ['', '?version=', '?version=1', `?version=${version}0`])
      expect([other, ...(await cacheOf(other))]).toEqual([other, 200, 'public, no-cache'])
  }
})

test('tells the new name of a renamed plan, under a new version', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const { showId, seatingPlanId } = await givenShow(shop.db)
  const versionOf = async () => (await shop.ask('GET', `/eventshows/${showId}`)).json().seatingPlan.version
  const paths = [`/seatingplans/event-show/${showId}`, `/admin/seating-plans/${seatingPlanId}/places`]
  const namesNow = async () => {
    const replies = await Promise.all(paths.map((path) => shop.ask('GET', path, { as: admin })))
    return replies.map((reply) => reply.json().name)
  }
  const edit = async (change: object) => {
    const body = { name: 'Renamed hall', ...change }
    expect((await shop.ask('PUT', `/admin/seating-plans/${seatingPlanId}`, { as: admin, body })).statusCode).toBe(200)
  }
  const [version] = [await versionOf(), await namesNow()]
  await edit({ isRetired: false, version: 1 })
  expect(await namesNow()).toEqual(['Renamed hall', 'Renamed hall'])
  const renamed = await versionOf()
  await edit({ isRetired: true, version: 2 })
  expect(await versionOf()).toBe(renamed)
  const cacheOf = async (of: string) => (await shop.ask('GET', `${paths[0]}?version=${of}`)).headers['cache-control']
  expect([await cacheOf(version), await cacheOf(renamed)]).toEqual([
    'public, no-cache',
    'public, max-age=31536000, immutable',
  ])
})

test('lets no shared cache keep a plan that staff asked for', async () => {
  const staff = await givenUser(shop.db, { isAdmin: true })
  const { showId, seatingPlanId } = await givenShow(shop.db)
  await sql`update event_shows set published_from = null where id = ${showId}`.execute(shop.owner)
  const { version } = (await shop.ask('GET', `/eventshows/${showId}`, { as: staff })).json().seatingPlan
  const path = `/seatingplans/event-show/${showId}?version=${version}`
  expect((await shop.ask('GET', path)).statusCode).toBe(404)
  for (const asked of [path, `/admin/seating-plans/${seatingPlanId}/places`]) {
    const { statusCode, headers } = await shop.ask('GET', asked, { as: staff })
    expect([asked, statusCode, headers['cache-control']]).toEqual([asked, 200, 'private, no-cache'])
  }
})

test('gives each plan and format a version of its own', async () => {
  const versionOf = async () => {
    const { showId, eventId } = await givenShow(shop.db)
    const { version } = (await shop.ask('GET', `/eventshows/${showId}`)).json().seatingPlan
    const [listed] = (await shop.ask('GET', `/eventshows?eventId=${eventId}`)).json().elements
    expect(listed.seatingPlan.version).toBe(version)
    return version
  }
  const [one, other] = [await versionOf(), await versionOf()]
  expect(one).not.toBe(other)
  expect([one, other]).toEqual(Array(2).fill(expect.stringMatching(new RegExp(`^${PLAN_VERSION}-`))))
})

test('counts live tickets of standing places, without expired reservations', async () => {
  const show = await givenShow(shop.db, { standing: 20 })
  const ask = async () =>
    (
      await shop.ask('GET', `/seatingplans/capacity?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`)
    ).json()
  const seatingPlanPlaceId = show.standingPlaceId
  expect(await ask()).toEqual({ total: 1, elements: [{ seatingPlanPlaceId, occupied: 0, capacity: 20 }] })
  const places = Array.from({ length: 5 }, () => show.standingPlaceId)
  await shop.ask('POST', '/tickets', { as: ada, body: { eventShowId: show.showId, seatingPlanPlaceIds: places } })
  expect((await ask()).elements).toEqual([{ seatingPlanPlaceId, occupied: 5, capacity: 20 }])
  const two = shop.db.selectFrom('tickets').select('id').where('event_show_id', '=', show.showId).limit(2)
  await shop.db
    .updateTable('tickets')
    .set({ reserved_until: new Date(0) })
    .where('id', 'in', two)
    .execute()
  expect((await ask()).elements).toEqual([{ seatingPlanPlaceId, occupied: 3, capacity: 20 }])
})

test('refuses the capacities of a plan that the show does not use', async () => {
  const one = await givenShow(shop.db)
  const other = await givenShow(shop.db)
  const reply = await shop.ask(
    'GET',
    `/seatingplans/capacity?seatingPlanId=${one.seatingPlanId}&eventShowId=${other.showId}`,
  )
  expect([reply.statusCode, reply.body]).toEqual([404, 'There is no such seating plan for this show.'])
})

test('returns 304 for every valid form of If-None-Match', async () => {
  const { showId } = await givenShow(shop.db)
  const path = `/seatingplans/event-show/${showId}`
  const etag = String((await shop.ask('GET', path)).headers.etag)
  // The tag must be weak, because compressed and uncompressed bytes share it.
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  const statusFor = async (known: string) =>
    (await shop.ask('GET', path, { headers: { 'if-none-match': known } })).statusCode
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*'])
    expect([known, await statusFor(known)]).toEqual([known, 304])
  for (const other of ['"other"', 'W/"other"', '', etag.slice(0, -2)])
    expect([other, await statusFor(other)]).toEqual([other, 200])
})

test('returns the compact form with its own ETag on request, and JSON otherwise', async () => {
  const { showId } = await givenShow(shop.db, { seats: 4 })
  const path = `/seatingplans/event-show/${showId}`
  const json = await shop.ask('GET', path, { headers: { accept: '*/*' } })
  const compact = await shop.ask('GET', path, { headers: { accept: `${COMPACT_PLAN}, application/json;q=0.5` } })
  expect([json.headers['content-type'], compact.headers['content-type']]).toEqual([
    'application/json; charset=utf-8',
    COMPACT_PLAN,
  ])
  expect(compact.headers.vary).toContain('accept, accept-encoding')
  expect(readPlan(compact.json())).toEqual(columnsOf(json.json()))
  expect(compact.headers.etag).not.toBe(json.headers.etag)
  const headers = { accept: COMPACT_PLAN, 'if-none-match': String(compact.headers.etag) }
  expect((await shop.ask('GET', path, { headers })).statusCode).toBe(304)
  const refused = await shop.ask('GET', path, { headers: { accept: `${COMPACT_PLAN};q=0, application/json` } })
  expect(refused.headers['content-type']).toMatch(/json/)
})

test('returns the state of seats and standing places in one compact answer', async () => {
  const show = await givenShow(shop.db, { seats: 3, standing: 20 })
  const order = { seats: show.seatIds.slice(0, 1), floor: [show.standingPlaceId, show.standingPlaceId] }
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [...order.seats, ...order.floor] }
  await shop.ask('POST', '/tickets', { as: ada, body })
  const path = `/tickets/reservations?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`
  const reply = await shop.ask('GET', path, { headers: { accept: COMPACT_STATE } })
  expect([reply.statusCode, reply.headers['cache-control'], reply.headers['content-type']]).toEqual([
    200,
    'no-store',
    COMPACT_STATE,
  ])
  expect(reply.headers.vary).toContain('accept')
  expect(readState(reply.rawPayload)).toEqual({
    taken: Uint8Array.of(1, 0, 0, 0),
    standing: [{ index: 3, occupied: 2, capacity: 20 }],
  })
  const other = await givenShow(shop.db)
  const wrong = `/tickets/reservations?seatingPlanId=${other.seatingPlanId}&eventShowId=${show.showId}`
  expect((await shop.ask('GET', wrong, { headers: { accept: COMPACT_STATE } })).statusCode).toBe(404)
})

test('compresses the compact state of a large venue', async () => {
  const show = await givenShow(shop.db, { seats: 8_180 })
  const path = `/tickets/reservations?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`
  const headers = { accept: COMPACT_STATE, 'accept-encoding': 'gzip' }
  const reply = await shop.ask('GET', path, { headers })
  expect(reply.headers['content-encoding']).toBe('gzip')
  expect(readState(gunzipSync(reply.rawPayload)).taken).toHaveLength(8_181)
  const etag = String(reply.headers.etag)
  const again = () => shop.ask('GET', path, { headers: { ...headers, 'if-none-match': etag } })
  expect((await again()).statusCode).toBe(304)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds.slice(0, 1) }
  await shop.ask('POST', '/tickets', { as: ada, body })
  expect((await again()).statusCode).toBe(200)
})

test('reads the list of taken seats once for all who ask at the same time', async () => {
  const show = await givenShow(shop.db, { seats: 3 })
  const [first = 0, second = 0] = show.seatIds
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [second, first] }
  await shop.ask('POST', '/tickets', { as: ada, body })
  const path = `/tickets/reservations?seatingPlanId=${show.seatingPlanId}&eventShowId=${show.showId}`
  const replies = await shop.owner.transaction().execute(async (tx) => {
    await sql`lock table tickets in access exclusive mode`.execute(tx)
    const asked = Promise.all(Array.from({ length: 20 }, () => shop.ask('GET', path)))
    const countReads = async () => {
      const { rows } = await sql<{ reads: number }>`
        select count(*)::int as reads from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = 'tickets'::regclass and not granted`.execute(tx)
      return rows[0]?.reads
    }
    await expect.poll(countReads).toBeGreaterThan(0)
    await pause(300)
    expect(await countReads()).toBe(1)
    return { asked }
  })
  const elements = [first, second].map((placeId) => ({ placeId, ticketState: 'RESERVED' }))
  for (const reply of await replies.asked) expect(reply.json()).toEqual({ total: 2, elements })
})
