import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShowId, UserId } from '#domain/ids.ts'
import { buildApp } from '#server/app.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const HOME = '192.0.2.7'
const ELSEWHERE = '192.0.2.8'
const REFUSAL =
  'Unpaid reservations from your network can hold at most 5 places for this show. Please pay for reserved tickets first, or try again later.'

// A quarter of 22 places would be 5.5.
const settings = { MAX_SHARE_PER_NETWORK: '25', MAX_RESERVATIONS_PER_SHOW: '3' }
const hall = { seats: 12, standing: 10 }

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop(settings)
})
afterAll(() => shop.close())

function reserve(as: UserId, showId: number, places: readonly number[], from = HOME) {
  return shop.ask('POST', '/tickets', { as, from, body: { eventShowId: showId, seatingPlanPlaceIds: places } })
}

async function networksOf(showId: ShowId): Promise<(Buffer | null)[]> {
  const rows = await shop.db
    .selectFrom('tickets')
    .select('client_network')
    .where('event_show_id', '=', showId)
    .execute()
  return rows.map(({ client_network }) => client_network)
}

test('refuses a network more than its share of a show, whichever accounts ask and for whichever places', async () => {
  const { showId, seatIds, standingPlaceId } = await givenShow(shop.db, hall)
  const [ada, bob, eve] = [await givenUser(shop.db), await givenUser(shop.db), await givenUser(shop.db)]
  expect((await reserve(ada, showId, seatIds.slice(0, 3))).statusCode).toBe(201)
  const refused = await reserve(bob, showId, [standingPlaceId, standingPlaceId, standingPlaceId])
  expect([refused.statusCode, refused.headers['x-problem'], refused.body]).toEqual([
    409,
    'too_many_reservations',
    REFUSAL,
  ])
  expect((await reserve(bob, showId, [standingPlaceId, standingPlaceId])).statusCode).toBe(201)
  const best = { eventShowId: showId, quantity: 1 }
  const refusedBest = await shop.ask('POST', '/tickets/best-available', { as: eve, from: HOME, body: best })
  expect(refusedBest.body).toBe(REFUSAL)

  expect((await reserve(eve, showId, seatIds.slice(3, 6), ELSEWHERE)).statusCode).toBe(201)
  const other = await givenShow(shop.db, hall)
  expect((await reserve(ada, other.showId, other.seatIds.slice(0, 3))).statusCode).toBe(201)
})

test('counts an IPv6 network of many addresses as one', async () => {
  const { showId, seatIds } = await givenShow(shop.db, hall)
  const replies = []
  for (const [index, seat] of seatIds.slice(0, 6).entries()) {
    replies.push(await reserve(await givenUser(shop.db), showId, [seat], `2001:db8:1:2::${index + 1}`))
  }
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 409])
})

test('never gives a network less than one customer may hold', async () => {
  const { showId, seatIds } = await givenShow(shop.db, { seats: 4, standing: 1 })
  expect((await reserve(await givenUser(shop.db), showId, seatIds.slice(0, 3))).statusCode).toBe(201)
  const refused = await reserve(await givenUser(shop.db), showId, seatIds.slice(3))
  expect(refused.body).toBe(REFUSAL.replace('5', '3'))
})

test('frees the share of bought, cancelled and expired tickets, and clears their network', async () => {
  const { showId, seatIds } = await givenShow(shop.db, hall)
  const [ada, bob] = [await givenUser(shop.db), await givenUser(shop.db)]
  const reserved = await reserve(ada, showId, seatIds.slice(0, 3))
  const ids = reserved.json<{ elements: { id: number }[] }>().elements.map(({ id }) => id)
  expect(new Set((await networksOf(showId)).map((hash) => hash?.length))).toEqual(new Set([32]))

  const customer = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto: customer, paymentType: 'VISA', ticketIds: [ids[0]], merchandiseIds: [] }
  expect((await shop.ask('POST', '/orders', { as: ada, body: order })).statusCode).toBe(201)
  expect((await shop.ask('DELETE', `/tickets/${ids[1]}`, { as: ada })).statusCode).toBe(204)
  expect((await networksOf(showId)).filter(Boolean)).toHaveLength(1)

  await sql`update tickets set reserved_until = shop_now() where id = ${ids[2]}`.execute(shop.db)
  expect((await reserve(bob, showId, seatIds.slice(3, 6))).statusCode).toBe(201)
  const eve = await givenUser(shop.db)
  expect((await reserve(eve, showId, seatIds.slice(6, 8))).statusCode).toBe(201)
  expect((await reserve(eve, showId, seatIds.slice(8, 9))).statusCode).toBe(409)
  expect((await networksOf(showId)).filter(Boolean)).toHaveLength(6)
  await enqueue(shop.db, 'sweep-reservations', {})
  await doJobs(shop)
  expect((await networksOf(showId)).filter(Boolean)).toHaveLength(5)
  await expectCleanBooks(shop.db)
})

test('counts a seat that is taken over from an expired reservation for the new network', async () => {
  const { showId, seatIds } = await givenShow(shop.db, hall)
  await reserve(await givenUser(shop.db), showId, seatIds.slice(0, 3), ELSEWHERE)
  const before = await networksOf(showId)
  await sql`update tickets set reserved_until = shop_now() where event_show_id = ${showId}`.execute(shop.db)
  expect((await reserve(await givenUser(shop.db), showId, seatIds.slice(0, 3))).statusCode).toBe(201)
  expect(
    (await networksOf(showId)).filter((hash) => before.some((old) => old?.equals(hash ?? Buffer.alloc(0)))),
  ).toEqual([])
})

test('stores no network and refuses none when the share is off', async () => {
  const open = await openTestShop({ MAX_SHARE_PER_NETWORK: 'off' })
  try {
    const { showId, seatIds } = await givenShow(open.db, { seats: 2, standing: 1 })
    const body = { eventShowId: showId, seatingPlanPlaceIds: seatIds }
    expect((await open.ask('POST', '/tickets', { as: await givenUser(open.db), body })).statusCode).toBe(201)
    const stored = await open.db.selectFrom('tickets').select('client_network').execute()
    expect(stored.map(({ client_network }) => client_network)).toEqual([null, null])
  } finally {
    await open.close()
  }
})

/** Lets 40 customers of one network reserve a seat each, at two servers alternately. Returns how many got one. */
async function raceOnTwoServers(first: TestShop): Promise<number> {
  const { showId, seatIds } = await givenShow(first.db, { seats: 40, standing: 8 })
  const tokens: string[] = []
  for (let count = 0; count < 40; count += 1) tokens.push(await first.tokenOf(await givenUser(first.db)))
  const dbs = [connect(first.databaseUrl, { max: 20 }), connect(first.databaseUrl, { max: 20 })]
  const servers = await Promise.all(dbs.map((db) => buildApp({ ...first.context, db })))
  try {
    const replies = await race(40, async (index) =>
      servers[index % 2]?.inject({
        method: 'POST',
        url: '/api/v1/tickets',
        remoteAddress: HOME,
        headers: { authorization: `Bearer ${tokens[index]}` },
        payload: { eventShowId: showId, seatingPlanPlaceIds: [seatIds[index]] },
      }),
    )
    expect(replies.filter((reply) => ![201, 409].includes(reply?.statusCode ?? 0))).toEqual([])
    return replies.filter((reply) => reply?.statusCode === 201).length
  } finally {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all(dbs.map((db) => db.destroy()))
  }
}

/** Lets transactions that reserve commit a second later: both servers count before either commits. */
async function delayCommits(owner: Db): Promise<void> {
  await sql`
    create function wait_before_commit() returns trigger language plpgsql as
      'begin perform pg_sleep(1); return null; end'`.execute(owner)
  await sql`
    create trigger wait_before_commit after insert on tickets
      for each statement execute function wait_before_commit()`.execute(owner)
}

test('holds the share while 40 customers of one network reserve at two servers at once', async () => {
  const slow = await openTestShop(settings)
  try {
    await delayCommits(slow.owner)
    expect(await raceOnTwoServers(slow)).toBe(12)
  } finally {
    await slow.close()
  }
})

test('control: without the lock of the network, the share is exceeded', async () => {
  const unguarded = await openTestShop(settings)
  try {
    // New connections find this function before PostgreSQL's own.
    await sql`create function pg_advisory_xact_lock(int, int) returns void language sql as ''`.execute(unguarded.owner)
    await sql`
      do $$ begin
        execute format('alter database %I set search_path = public, pg_catalog', current_database());
      end $$`.execute(unguarded.owner)
    await delayCommits(unguarded.owner)
    expect(await raceOnTwoServers(unguarded)).toBeGreaterThan(12)
  } finally {
    await unguarded.close()
  }
})
