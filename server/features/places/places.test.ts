import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketId, UserId } from '#domain/ids.ts'
import type { Change } from '#server/db/publish-after-commit.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { watch } from '#server/testing/watch.ts'

let shop: TestShop
let url: string
let admin: UserId
let ada: UserId

beforeAll(async () => {
  shop = await openTestShop()
  url = `${await shop.app.listen({ port: 0 })}/api/v1`
  admin = await givenUser(shop.db, { isAdmin: true })
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

async function reserve({ showId }: Show, places: readonly number[], as = ada): Promise<TicketId[]> {
  const reply = await shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().elements.map(({ id }: { id: TicketId }) => id)
}

function buy(ticketIds: readonly TicketId[], as = ada) {
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
  return shop.ask('POST', '/orders', { as, body })
}

test('tells a watcher to request the state, then tells of each taken and freed seat', async () => {
  const show = await givenShow(shop.db)
  const [seat = 0, other = 0] = show.seatIds
  const watcher = await watch(url, show.showId)
  expect(watcher.status).toBe(200)
  expect(watcher.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(watcher.headers['cache-control']).toBe('no-store, no-transform')
  expect(watcher.headers['x-accel-buffering']).toBe('no')
  expect(watcher.headers['x-content-type-options']).toBe('nosniff')
  expect((await watcher.hears(() => true)).name).toBe('reset')

  const [reserved, bought] = await reserve(show, [seat, other])
  await watcher.knows(seat, 1)
  await watcher.knows(other, 1)
  await shop.ask('DELETE', `/tickets/${reserved}`, { as: ada })
  await watcher.knows(seat, 0)
  await buy([bought ?? (0 as TicketId)])
  await shop.ask('PUT', `/tickets/${bought}/cancelation`, { as: ada })
  await watcher.knows(other, 0)
  watcher.leave()
})

test('tells the number of tickets of a standing place, to watchers of its show only', async () => {
  const [show, another] = [await givenShow(shop.db), await givenShow(shop.db)]
  const [watcher, stranger] = [await watch(url, show.showId), await watch(url, another.showId)]
  await reserve(show, [show.standingPlaceId, show.standingPlaceId, show.standingPlaceId])
  await watcher.knows(show.standingPlaceId, 3)
  await reserve(another, another.seatIds.slice(0, 1))
  await stranger.knows(another.seatIds[0], 1)
  expect([...stranger.places.keys()]).toEqual(another.seatIds.slice(0, 1))
  watcher.leave()
  stranger.leave()
})

test('tells of the places that locked and deleted users free', async () => {
  const show = await givenShow(shop.db)
  const watcher = await watch(url, show.showId)
  const [seat = 0] = show.seatIds
  for (const lock of [true, false]) {
    const bea = await givenUser(shop.db)
    await reserve(show, [seat, show.standingPlaceId], bea)
    await watcher.knows(seat, 1)
    await watcher.knows(show.standingPlaceId, 1)
    if (lock) await shop.ask('PATCH', `/users/${bea}/lock`, { as: admin, body: true })
    else await shop.ask('DELETE', `/users/${bea}`, { as: admin })
    await watcher.knows(seat, 0)
    await watcher.knows(show.standingPlaceId, 0)
  }
  watcher.leave()
})

const placesIn = (changes: readonly Change[]) => changes.filter((change) => change.what === 'PLACE')

// A trigger records the places of all written tickets. The published places must be the same.
test('publishes a place after each write that changes its holders', async () => {
  await sql`
    create table written (show_id int, place_id int);
    create function record_written() returns trigger language plpgsql security definer as $$ begin
      if tg_op = 'UPDATE' and old.state = 'RESERVED' and new.state = 'BOUGHT' then return null; end if;
      insert into written select coalesce(new.event_show_id, old.event_show_id), coalesce(new.place_id, old.place_id);
      return null;
    end $$;
    create trigger written after insert or update or delete on tickets for each row execute function record_written();
  `.execute(shop.owner)
  const published = new Set<string>()
  const unsubscribe = shop.context.bus.subscribe({
    onPublished: (changes) => placesIn(changes).forEach(({ showId, placeId }) => published.add(`${showId}:${placeId}`)),
    onGap: () => {},
  })
  async function expectPublished<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    published.clear()
    await sql`truncate written`.execute(shop.owner)
    const result = await work()
    const { rows } = await sql<{ place: string }>`
      select distinct show_id || ':' || place_id as place from written`.execute(shop.owner)
    expect([...published].toSorted()).toEqual(rows.map(({ place }) => place).toSorted())
    expect(published.size).toBe(count)
    return result
  }
  const show = await givenShow(shop.db, { seats: 8, standing: 2 })
  const { showId, seatIds, standingPlaceId } = show
  const bea = await givenUser(shop.db)

  await expectPublished(3, () => reserve(show, [...seatIds.slice(0, 2), standingPlaceId, standingPlaceId]))
  await sql`update tickets set reserved_until = shop_now() where event_show_id = ${showId}`.execute(shop.db)
  await expectPublished(4, () => reserve(show, [...seatIds.slice(0, 3), standingPlaceId], bea))
  const [cancelled, refunded = 0 as TicketId] = await expectPublished(2, () => reserve(show, seatIds.slice(3, 5)))
  await expectPublished(1, () => shop.ask('DELETE', `/tickets/${cancelled}`, { as: ada }))
  await expectPublished(0, () => buy([refunded]))
  await expectPublished(1, () => shop.ask('PUT', `/tickets/${refunded}/cancelation`, { as: ada }))
  await expectPublished(4, () => shop.ask('PATCH', `/users/${bea}/lock`, { as: admin, body: true }))
  unsubscribe()
  await sql`drop trigger written on tickets`.execute(shop.owner)
})

test('publishes nothing for a refused reservation', async () => {
  const show = await givenShow(shop.db)
  const published: number[] = []
  const unsubscribe = shop.context.bus.subscribe({
    onPublished: (changes) => published.push(...placesIn(changes).map(({ placeId }) => placeId)),
    onGap: () => {},
  })
  const [free = 0, taken = 0] = show.seatIds
  await reserve(show, [taken])
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: [free, taken] }
  expect((await shop.ask('POST', '/tickets', { as: await givenUser(shop.db), body })).statusCode).toBe(409)
  expect(published).toEqual([taken])
  unsubscribe()
})

test('sends missed events to a client that reconnects, and a reset for an unknown event id', async () => {
  const show = await givenShow(shop.db, { seats: 4 })
  const [first = 0, second = 0, third = 0] = show.seatIds
  const watcher = await watch(url, show.showId)
  await reserve(show, [first])
  await watcher.knows(first, 1)
  const lastEventId = watcher.events.at(-1)?.id
  watcher.leave()
  await watcher.ended

  await reserve(show, [second])
  const back = await watch(url, show.showId, { lastEventId })
  await back.knows(second, 1)
  await reserve(show, [third])
  await back.knows(third, 1)
  expect(back.events.map(({ name }) => name)).not.toContain('reset')
  expect(back.places.has(first)).toBe(false)
  back.leave()

  const unknownIds = [
    `${lastEventId?.split('-')[0]}-99`,
    'another-1',
    'x'.repeat(5_000),
    '-1',
    `${lastEventId?.split('-')[0]}--1`,
  ]
  for (const id of unknownIds) {
    const stranger = await watch(url, show.showId, { lastEventId: id })
    expect((await stranger.hears(() => true)).name, id).toBe('reset')
    stranger.leave()
  }
})

test('refuses a stream for an unknown show', async () => {
  const reply = await shop.ask('GET', '/eventshows/999999/places/stream')
  expect([reply.statusCode, reply.body]).toEqual([404, 'There is no such show.'])
  const show = await givenShow(shop.db)
  expect(
    (await shop.app.inject({ method: 'HEAD', url: `/api/v1/eventshows/${show.showId}/places/stream` })).statusCode,
  ).toBe(405)
})
