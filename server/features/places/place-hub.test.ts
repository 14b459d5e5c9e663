import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { UserId } from '#domain/ids.ts'
import { openBus } from '#server/db/bus.ts'
import { connect } from '#server/db/connection.ts'
import { identifyWith } from '#server/features/auth/identify.ts'
import { handleErrors } from '#server/http/errors.ts'
import { takeTurns } from '#server/http/limits/network-turns.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { isProving } from '#server/testing/proving.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { watch, type Watcher } from '#server/testing/watch.ts'
import { PlaceHub } from './place-hub.ts'
import { placeRoutes } from './places.routes.ts'

const STREAMS = isProving ? 2_000 : 500

let shop: TestShop
const closing: (() => Promise<void> | void)[] = []

beforeEach(async () => {
  shop = await openTestShop()
  closing.push(shop.close)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Opens a server that serves streams only, and exposes its hub. */
async function openHub({ heartbeatMs = 20_000, MAX_STREAMS = 10_000, staffCheckMs = 60_000 } = {}) {
  const context = { ...shop.context, settings: { ...shop.context.settings, MAX_STREAMS } }
  const hub = new PlaceHub(context, { heartbeatMs })
  const app = Fastify()
  handleErrors(app)
  takeTurns(app, context)
  const identify = identifyWith(context)
  app.decorate('identify', ({ headers }) => identify(headers.authorization))
  placeRoutes(app, context, hub, { staffCheckMs })
  closing.push(() => app.close())
  const url = `${await app.listen({ port: 0, host: '0.0.0.0' })}/api/v1`
  return { hub, app, url: url.replace('0.0.0.0', '127.0.0.1') }
}

async function reserve(showId: number, ...seatingPlanPlaceIds: readonly number[]) {
  const as = await givenUser(shop.db)
  const reply = await shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds } })
  expect(reply.statusCode, reply.body).toBe(201)
}

test('tells many watchers of a taken seat and holds nothing after they leave', async () => {
  const { hub, url } = await openHub({ heartbeatMs: 500 })
  const { showId, seatIds } = await givenShow(shop.db)
  const watchers: Watcher[] = []
  for (let count = 0; count < STREAMS; count += 100) {
    watchers.push(...(await Promise.all(Array.from({ length: 100 }, () => watch(url, showId)))))
  }
  expect(hub.size).toEqual({ streams: STREAMS, clientNetworks: 1, channels: 1 })
  await reserve(showId, seatIds[0] ?? 0)
  await Promise.all(watchers.map((watcher) => watcher.knows(seatIds[0], 1)))
  for (const watcher of watchers) watcher.leave()
  await expect.poll(() => hub.size, { timeout: 15_000 }).toEqual({ streams: 0, clientNetworks: 0, channels: 0 })
})

test('admits a client while another network that asked first waits for its turn', async () => {
  const { hub } = await openHub()
  const { showId } = await givenShow(shop.db)
  const request = { caller: undefined, lastEventId: undefined }
  const never = { ...request, clientNetwork: '192.0.2.1', inTurn: () => new Promise<never>(() => {}) }
  void hub.admit(showId, never)
  await hub.admit(showId, { ...request, clientNetwork: '192.0.2.2', inTurn: (work) => work() })
  expect(hub.size.channels).toBe(1)
})

test('tells staff of a hidden show, and nobody else', async () => {
  const { url } = await openHub()
  const { showId, seatIds } = await givenShow(shop.db)
  const [staff, admin] = [await givenUser(shop.db, { isStaff: true }), await givenUser(shop.db, { isAdmin: true })]
  const tokenOf = async (user: UserId) => ({ token: await shop.tokenOf(user) })
  const draft = { isDraft: true, version: 1 }
  const hidden = await shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body: draft })
  expect(hidden.statusCode, hidden.body).toBe(200)

  const watcher = await watch(url, showId, await tokenOf(staff))
  expect(watcher.status).toBe(200)
  // The open channel of staff admits nobody else.
  const others = [{}, await tokenOf(await givenUser(shop.db)), { token: 'wrong' }]
  const statuses = await Promise.all(others.map(async (other) => (await watch(url, showId, other)).status))
  expect(statuses).toEqual([404, 404, 401])

  const body = { placeIds: seatIds.slice(0, 1), reason: 'Press' }
  expect((await shop.ask('POST', `/admin/shows/${showId}/holds`, { as: staff, body })).statusCode).toBe(201)
  await watcher.knows(seatIds[0], 1)

  const published = { isDraft: false, version: 2 }
  await shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body: published })
  const visitor = await watch(url, showId)
  expect(visitor.status).toBe(200)
  visitor.leave()
  watcher.leave()
})

test('ends the streams of visitors, and admits no more, when a show is taken back as a draft', async () => {
  const { url, hub } = await openHub({ heartbeatMs: 200 })
  const { showId } = await givenShow(shop.db)
  const admin = await givenUser(shop.db, { isAdmin: true })
  const [visitor, staff] = [await watch(url, showId), await watch(url, showId, { token: await shop.tokenOf(admin) })]
  expect([visitor.status, staff.status]).toEqual([200, 200])
  const body = { isDraft: true, version: 1 }
  const hidden = await shop.ask('PUT', `/admin/shows/${showId}/publication`, { as: admin, body })
  expect(hidden.statusCode, hidden.body).toBe(200)
  await visitor.ended
  expect((await watch(url, showId)).status).toBe(404)
  expect(hub.size).toMatchObject({ streams: 1, channels: 1 })
  staff.leave()
})

test('ends a stream of staff with the role, and not that of a customer', async () => {
  const { url } = await openHub({ staffCheckMs: 100 })
  const { showId } = await givenShow(shop.db)
  const [staff, customer] = [await givenUser(shop.db, { isStaff: true }), await givenUser(shop.db)]
  const admin = await givenUser(shop.db, { isAdmin: true })
  const watcher = await watch(url, showId, { token: await shop.tokenOf(staff) })
  const other = await watch(url, showId, { token: await shop.tokenOf(customer) })
  const ended: Watcher[] = []
  for (const each of [watcher, other]) void each.ended.then(() => ended.push(each))
  await wait(500)
  expect(ended).toEqual([])
  await shop.ask('PUT', `/admin/users/${staff}/staff`, { as: admin, body: false })
  await watcher.ended
  await wait(500)
  expect(ended).toEqual([watcher])
  other.leave()
})

test('publishes expired reservations and lost messages with the next heartbeat', async () => {
  const slow = await openHub()
  const quick = await openHub({ heartbeatMs: 200 })
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, { seats: 3 })
  const [first = 0, second = 0, third = 0] = seatIds
  await reserve(showId, first, second, standingPlaceId)
  const unaware = await watch(slow.url, showId)
  const aware = await watch(quick.url, showId)

  await sql`delete from tickets where event_show_id = ${showId} and place_id = ${first}`.execute(shop.db)
  await sql`update tickets set reserved_until = shop_now() where event_show_id = ${showId}`.execute(shop.db)
  for (const place of [first, second, standingPlaceId]) await aware.knows(place, 0)

  await reserve(showId, third)
  await unaware.knows(third, 1)
  expect([...unaware.places.keys()]).toEqual([third])
  aware.leave()
  unaware.leave()
})

test('reads the places of an ended show again when it has not ended any more', async () => {
  const { url } = await openHub({ heartbeatMs: 200 })
  const shows = [await givenShow(shop.db, { seats: 2 }), await givenShow(shop.db, { seats: 2 })] as const
  const [open, ended] = shows
  for (const { showId, seatIds } of shows) await reserve(showId, ...seatIds)
  const setEnd = (end: string) =>
    sql`update event_shows set ends_at = shop_now() + ${end}::interval where id = ${ended.showId}`.execute(shop.owner)
  await sql`update event_shows set starts_at = shop_now() - interval '1 hour' where id = ${ended.showId}`.execute(
    shop.owner,
  )
  await setEnd('-1 minute')
  const [aware, unaware] = [await watch(url, open.showId), await watch(url, ended.showId)]
  for (const { showId, seatIds } of shows) {
    await sql`delete from tickets where event_show_id = ${showId} and place_id = ${seatIds[0]}`.execute(shop.db)
  }
  await aware.knows(open.seatIds[0], 0)
  await wait(500)
  expect(unaware.places).toEqual(new Map())
  await setEnd('1 hour')
  await unaware.knows(ended.seatIds[1], 1)
  aware.leave()
  unaware.leave()
})

test('publishes a place that changed back at once, because a client may have read the state in between', async () => {
  const { url } = await openHub()
  const { showId, seatIds } = await givenShow(shop.db)
  const [seat = 0, other = 0] = seatIds
  const watcher = await watch(url, showId)
  const as = await givenUser(shop.db)
  await reserve(showId, other)
  const body = { eventShowId: showId, seatingPlanPlaceIds: [seat] }
  const reserved = await shop.ask('POST', '/tickets', { as, body })
  await shop.ask('DELETE', `/tickets/${reserved.json().elements[0].id}`, { as })
  await watcher.knows(seat, 0)
  watcher.leave()
})

test('grants a client network no more streams than are left for all others', async () => {
  const { hub, url } = await openHub({ MAX_STREAMS: 4 })
  const { showId } = await givenShow(shop.db)
  const greedy = [await watch(url, showId), await watch(url, showId), await watch(url, showId)]
  expect(greedy.map(({ status }) => status)).toEqual([200, 200, 503])
  expect(greedy[2]?.headers['retry-after']).toBe('30')
  const other = await watch(url, showId, { from: '127.0.0.2' })
  expect(other.status).toBe(200)
  expect(hub.size.streams).toBe(3)
  for (const watcher of [...greedy, other]) watcher.leave()
})

test('ends streams of the client network that has most for one of another, when all are taken', async () => {
  const { hub, url } = await openHub({ MAX_STREAMS: 8 })
  const { showId } = await givenShow(shop.db)
  const networks = [2, 2, 2, 2, 3, 3, 4, 5].map((last) => `127.0.0.${last}`)
  const watchers: Watcher[] = []
  for (const from of networks) watchers.push(await watch(url, showId, { from }))
  expect(watchers.map(({ status }) => status)).toEqual(networks.map(() => 200))

  const late = await watch(url, showId, { from: '127.0.0.6' })
  expect(late.status).toBe(200)
  const ended = watchers[0]?.ended.then(() => 'ended')
  expect(await Promise.race([ended, wait(5_000)])).toBe('ended')
  expect(hub.size).toMatchObject({ streams: 8, clientNetworks: 5 })
  expect((await watch(url, showId, { from: '127.0.0.2' })).status).toBe(503)
  for (const watcher of [...watchers, late]) watcher.leave()
  await expect.poll(() => hub.size).toMatchObject({ streams: 0, clientNetworks: 0 })
})

test('grants no more streams to a client network that opens them all at once', async () => {
  const { hub, url } = await openHub({ MAX_STREAMS: 4 })
  const { showId } = await givenShow(shop.db)
  const greedy = await race(12, () => watch(url, showId))
  expect(greedy.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(hub.size.streams).toBe(2)
  for (const watcher of greedy) watcher.leave()
})

test('ends all streams when the server closes, without waiting for the clients', async () => {
  const { app, hub, url } = await openHub()
  const { showId } = await givenShow(shop.db)
  const watchers = [await watch(url, showId), await watch(url, showId)]
  await app.close()
  await Promise.all(watchers.map(({ ended }) => ended))
  await expect.poll(() => hub.size).toEqual({ streams: 0, clientNetworks: 0, channels: 0 })
})

test('tells other servers of sales, also after the listen connections broke', async () => {
  const db = connect(shop.databaseUrl)
  const bus = await openBus(db, shop.databaseUrl)
  const other = await buildApp({ ...shop.context, db, bus })
  closing.push(
    () => db.destroy(),
    () => bus.close(),
    () => other.close(),
  )
  const url = `${await other.listen({ port: 0 })}/api/v1`
  const { showId, seatIds } = await givenShow(shop.db)
  const watcher = await watch(url, showId)
  await reserve(showId, seatIds[0] ?? 0)
  await watcher.knows(seatIds[0], 1)

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'foyer bus' and datname = current_database()`.execute(shop.db)
  await reserve(showId, seatIds[1] ?? 0)
  await watcher.knows(seatIds[1], 1)
  watcher.leave()
})

test('sells and tells its own watchers while it has no listen connection', async () => {
  const db = connect(shop.databaseUrl)
  const bus = await openBus(db, 'postgres://nobody@127.0.0.1:1/nothing')
  const alone = await buildApp({ ...shop.context, db, bus })
  closing.push(
    () => db.destroy(),
    () => bus.close(),
    () => alone.close(),
  )
  const url = `${await alone.listen({ port: 0 })}/api/v1`
  const { showId, seatIds } = await givenShow(shop.db)
  const watcher = await watch(url, showId)
  const body = { eventShowId: showId, seatingPlanPlaceIds: seatIds.slice(0, 1) }
  const authorization = `Bearer ${await shop.tokenOf(await givenUser(shop.db))}`
  const sold = await alone.inject({ method: 'POST', url: '/api/v1/tickets', headers: { authorization }, payload: body })
  expect(sold.statusCode).toBe(201)
  await watcher.knows(seatIds[0], 1)
  watcher.leave()
})
