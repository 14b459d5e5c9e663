import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { UserId } from '#domain/ids.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { waitingRoomCalls } from '#server/testing/waiting-room-calls.ts'
import { lockRoom, selectShowsWithLine } from './waiting-room.sql.ts'

let shop: TestShop
let admin: UserId
let show: Show

beforeAll(async () => {
  shop = await openTestShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  show = await givenShow(shop.db, { seats: 40, startsIn: '20 days' })
  onTestFinished(() => shiftClock(shop.owner, '0'))
})

const { path, arrive, set, reserve, givenUsers, tick, givenLine } = waitingRoomCalls(() => ({ shop, admin, show }))
const PAYMENT = { userPaymentInfoDto: { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }, paymentType: 'VISA' }

/** Answers are cached for a second. */
const PATIENCE = { timeout: 4_000, interval: 250 }

test('asks nothing of the customers of a calm show, and writes nothing to it', async () => {
  const ada = await givenUser(shop.db)
  expect((await reserve(ada)).statusCode).toBe(201)
  expect(await arrive(ada)).toMatchObject({ state: 'ADMITTED', number: 1, line: { isOpen: false } })
  const { rows } =
    await sql`select needs_pass, xmin = xmax as touched from event_shows where id = ${show.showId}`.execute(shop.owner)
  expect(rows).toMatchObject([{ needs_pass: false }])
  expect((await reserve(await givenUser(shop.db))).statusCode).toBe(201)
})

test('opens when more people come than are admitted, in the order of their arrival, and closes after a calm time', async () => {
  const { admitted, waiting, arrivals } = await givenLine(3, 'AUTOMATIC')
  expect(arrivals).toMatchObject([
    { state: 'ADMITTED', number: 1 },
    { state: 'WAITING', number: 2, line: { admittedNumber: 1, isOpen: true } },
    { state: 'WAITING', number: 3 },
    { state: 'WAITING', number: 4 },
  ])
  const [next = admin, last = admin] = [waiting[0], waiting[2]]
  expect((await reserve(admitted)).statusCode).toBe(201)
  const refused = await reserve(last)
  expect([refused.statusCode, refused.headers['x-problem'], refused.headers['retry-after']]).toEqual([
    429,
    'waiting',
    '120',
  ])
  expect(refused.body).toBe('2 people are ahead of you in line for this show. Please wait for your turn.')
  expect((await reserve(await givenUser(shop.db))).body).toContain('Please join it')
  expect((await shop.ask('GET', `/eventshows/${show.showId}`)).json()).toMatchObject({ hasLine: true })

  await shiftClock(shop.owner, '61 seconds')
  await tick()
  expect((await reserve(next)).statusCode).toBe(201)
  expect((await reserve(last)).statusCode).toBe(429)
  await set({ mode: 'AUTOMATIC', peopleAMinute: 600, isPaused: false })
  await shiftClock(shop.owner, '63 seconds')
  await tick()
  expect((await reserve(last)).statusCode).toBe(201)
  await shiftClock(shop.owner, '90 seconds')
  await tick()
  expect((await reserve(await givenUser(shop.db))).statusCode).toBe(201)
})

test('keeps a place on other devices and after a return', async () => {
  const { waiting } = await givenLine(3)
  const [, second = admin] = waiting
  expect((await arrive(second)).number).toBe(3)
  expect((await arrive(second)).number).toBe(3)
})

test('admits people while customers of the line leave all the time', async () => {
  const { waiting } = await givenLine(1)
  await inTransaction(shop.db, async (tx) => {
    await lockRoom(tx, show.showId)
    expect((await shop.ask('DELETE', path(), { as: waiting[0] as UserId })).statusCode).toBe(204)
  })
})

test('does not become longer when customers leave and come back all the time', async () => {
  const { admitted, waiting } = await givenLine(2)
  const leave = (as: UserId) => shop.ask('DELETE', path(), { as })
  for (const as of [admitted, waiting[0] ?? admin]) {
    const before = await arrive(as)
    for (let round = 0; round < 5; round += 1) {
      expect((await leave(as)).statusCode).toBe(204)
      expect(await arrive(as)).toEqual(before)
    }
  }
  expect(await arrive(await givenUser(shop.db))).toMatchObject({ number: 4, line: { lastNumber: 4 } })
})

test('ends a pass with the purchase, and without a sign of its customer', async () => {
  const { admitted } = await givenLine(1)
  const { elements } = (await reserve(admitted)).json()
  const order = await shop.ask('POST', '/orders', { as: admitted, body: { ...PAYMENT, ticketIds: [elements[0].id] } })
  expect(order.statusCode, order.body).toBe(201)
  expect((await reserve(admitted)).statusCode).toBe(429)
  expect(await arrive(admitted)).toMatchObject({ state: 'WAITING', number: 3 })

  await set({ mode: 'ALWAYS', peopleAMinute: 600, isPaused: false })
  const [bea = admin, cara = admin] = await givenUsers(2)
  await shiftClock(shop.owner, '1 minute')
  await Promise.all([arrive(bea), arrive(cara)])
  await shiftClock(shop.owner, '10 minutes')
  expect((await arrive(bea)).state).toBe('ADMITTED')
  await shiftClock(shop.owner, '12 minutes')
  expect([(await reserve(bea)).statusCode, (await reserve(cara)).statusCode]).toEqual([201, 429])
  // Signs of life extend a pass to twenty minutes in all.
  await arrive(bea)
  await shiftClock(shop.owner, '22 minutes')
  expect((await reserve(bea)).statusCode).toBe(429)
})

test('pays for reservations without a pass', async () => {
  const ada = await givenUser(shop.db)
  const { elements } = (await reserve(ada)).json()
  await set({ mode: 'ALWAYS', isPaused: true })
  const order = await shop.ask('POST', '/orders', { as: ada, body: { ...PAYMENT, ticketIds: [elements[0].id] } })
  expect(order.statusCode, order.body).toBe(201)
})

test('keeps a pass while places that were reserved before it are paid', async () => {
  const ada = await givenUser(shop.db)
  const { elements } = (await reserve(ada)).json()
  await set({ mode: 'ALWAYS', peopleAMinute: 600, isPaused: false })
  await arrive(ada)
  await shiftClock(shop.owner, '1 minute')
  expect((await arrive(ada)).state).toBe('ADMITTED')
  const order = await shop.ask('POST', '/orders', { as: ada, body: { ...PAYMENT, ticketIds: [elements[0].id] } })
  expect(order.statusCode, order.body).toBe(201)
  expect((await reserve(ada)).statusCode).toBe(201)
})

test('lets the desk hold and sell at any time', async () => {
  await set({ mode: 'ALWAYS', isPaused: true })
  const body = { placeIds: show.seatIds.slice(0, 1), reason: 'Press' }
  expect((await shop.ask('POST', `/admin/shows/${show.showId}/holds`, { as: admin, body })).statusCode).toBe(201)
})

test('pauses the admission, shows its figures, and logs who did', async () => {
  const { waiting } = await givenLine(2)
  const paused = (await set({ mode: 'ALWAYS', peopleAMinute: 600, isPaused: true })).json()
  expect(paused).toEqual({
    ...{ mode: 'ALWAYS', peopleAMinute: 600, isPaused: true, isOpen: true },
    ...{ waiting: 2, lotSize: 0, passes: 1, presentRate: 600 },
    version: 3,
  })
  const outdated = await set({ mode: 'ALWAYS', peopleAMinute: 300, isPaused: false, version: 2 })
  expect([outdated.statusCode, outdated.headers['x-problem']]).toEqual([409, 'changed_meanwhile'])
  expect((await set({ mode: 'ALWAYS', peopleAMinute: 600, isPaused: true, version: 3 })).json().version).toBe(3)
  await shiftClock(shop.owner, '1 minute')
  await tick()
  expect((await arrive(waiting[0] ?? admin)).state).toBe('WAITING')
  await set({ mode: 'OFF', isPaused: false })
  expect((await arrive(waiting[0] ?? admin)).state).toBe('OPEN')
  expect((await reserve(waiting[0] ?? admin)).statusCode).toBe(201)
  const log = (await shop.ask('GET', '/admin/log?kind=SHOW', { as: admin })).json().elements
  expect(JSON.stringify(log)).toContain('isAdmissionPaused')
  expect((await set({ mode: 'ALWAYS', peopleAMinute: 0, isPaused: false })).statusCode).toBe(422)
})

/** The bodies of the calls that reserve places for customers. */
const reserving: Record<string, () => object> = {
  'POST /tickets': () => ({ eventShowId: show.showId, seatingPlanPlaceIds: [show.standingPlaceId] }),
  'POST /tickets/best-available': () => ({ eventShowId: show.showId, quantity: 1 }),
}

test('closes every call that reserves places for customers', async () => {
  const reserves = ({ access, problems }: Endpoint) =>
    access === 'customer' &&
    ['seats_taken', 'standing_full', 'not_enough_places'].some((code) => problems.includes(code as never))
  const calls = endpoints.filter(({ endpoint }) => reserves(endpoint)).map(({ endpoint }) => endpoint)
  expect(calls.map(({ method, path: at }) => `${method} ${at}`).toSorted()).toEqual(Object.keys(reserving).toSorted())
  await set({ mode: 'ALWAYS', peopleAMinute: 1, isPaused: true })
  for (const { method, path: at } of calls) {
    const as = await givenUser(shop.db)
    const body = reserving[`${method} ${at}`]?.()
    const key = { 'idempotency-key': 'a key' }
    for (const headers of [{}, key]) {
      const { statusCode, headers: answered } = await shop.ask(method, at, { as, body, headers })
      expect([at, statusCode, answered['x-problem']]).toEqual([at, 429, 'waiting'])
    }
  }
})

test('closes when the show is sold out, and not while its last places are only reserved', async () => {
  show = await givenShow(shop.db, { seats: 2, standing: 1, startsIn: '20 days' })
  const { admitted, waiting } = await givenLine(2)
  const placesLeft = async () => (await arrive(waiting[0] ?? admin)).line.placesLeft
  const tickets = []
  for (const place of [...show.seatIds, show.standingPlaceId]) {
    tickets.push((await reserve(admitted, place)).json().elements[0].id)
  }
  await expect.poll(placesLeft, PATIENCE).toBe('RESERVED')
  await tick()
  expect((await arrive(waiting[0] ?? admin)).state).toBe('WAITING')

  const order = await shop.ask('POST', '/orders', { as: admitted, body: { ...PAYMENT, ticketIds: tickets } })
  expect(order.statusCode, order.body).toBe(201)
  await tick()
  expect(await selectShowsWithLine(shop.db)).not.toContain(show.showId)
  await expect.poll(placesLeft, PATIENCE).toBe('NONE')
  for (const user of waiting) expect((await arrive(user)).state).toBe('OPEN')
  expect((await shop.ask('GET', `/eventshows/${show.showId}/line`)).json()).toMatchObject({ isOpen: false })

  // A returned ticket is for those who come now, because the others were told that they wait no longer.
  await shop.ask('PUT', `/tickets/${tickets[0]}/cancelation`, { as: admitted })
  await expect.poll(placesLeft, PATIENCE).toBe('SOME')
  expect(await arrive(waiting[0] ?? admin)).toMatchObject({ state: 'WAITING', number: 4, line: { admittedNumber: 3 } })
})

test('gives numbers without gaps or doubles to people who arrive at once', async () => {
  await set({ mode: 'ALWAYS', peopleAMinute: 1, isPaused: true })
  const users = await givenUsers(50)
  const arrivals = await Promise.all([...users, ...users].map(arrive))
  const numbers = arrivals.map(({ number }) => number as number)
  expect(numbers.slice(0, 50)).toEqual(numbers.slice(50))
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 50 }, (_, index) => index + 1)))
})

test('keeps unconfirmed addresses out of the draw and the line, and lets them see a show without one', async () => {
  const strict = await openTestShop({ VERIFY_EMAIL: 'on', PUBLIC_URL: 'https://tickets.example/' })
  try {
    const [stranger, ada] = [await givenUser(strict.db, { isEmailVerified: false }), await givenUser(strict.db)]
    const boss = await givenUser(strict.db, { isAdmin: true })
    const [calm, busy, early] = [await givenShow(strict.db), await givenShow(strict.db), await givenShow(strict.db)]
    const arriveAt = ({ showId }: Show, as: UserId) => strict.ask('POST', `/eventshows/${showId}/waiting-place`, { as })
    const body = { mode: 'ALWAYS', peopleAMinute: 1, isPaused: false }
    expect((await strict.ask('PUT', `/admin/shows/${busy.showId}/waiting-room`, { as: boss, body })).statusCode).toBe(
      200,
    )
    await sql`update event_shows set sale_starts_at = shop_now() + interval '1 hour'
      where id = ${early.showId}`.execute(strict.owner)

    const seen = await arriveAt(calm, stranger)
    expect([seen.statusCode, seen.json().state, seen.json().line.lastNumber]).toEqual([200, 'OPEN', 0])
    for (const show of [busy, early]) {
      const refused = await arriveAt(show, stranger)
      expect([refused.statusCode, refused.headers['x-problem']]).toEqual([403, 'email_not_verified'])
    }
    expect(await strict.db.selectFrom('waiting_places').selectAll().execute()).toEqual([])

    expect((await arriveAt(busy, ada)).json()).toMatchObject({ state: 'ADMITTED', number: 1 })
    expect((await arriveAt(early, ada)).json()).toMatchObject({ state: 'LOT' })
    await strict.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', stranger).execute()
    expect((await arriveAt(busy, stranger)).json()).toMatchObject({ state: 'WAITING', number: 2 })
  } finally {
    await strict.close()
  }
})

test('leaves purchases their lanes while the lines of many shows have to wait', async () => {
  const shows = await Promise.all(Array.from({ length: 8 }, () => givenShow(shop.db, { startsIn: '20 days' })))
  const [first = admin, ...others] = await givenUsers(9)
  const arriveAt = ({ showId }: Show, as: UserId) =>
    shop.ask('POST', `/eventshows/${showId}/waiting-place`, { as }).then(({ statusCode }) => statusCode)
  for (const each of shows) expect(await arriveAt(each, first)).toBe(200)
  const arriving = await inTransaction(shop.db, async (tx) => {
    for (const { showId } of shows) await lockRoom(tx, showId)
    const arrivals = shows.map((each, index) => arriveAt(each, others[index] ?? admin))
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
    expect((await reserve(first)).statusCode).toBe(201)
    return { arrivals }
  })
  expect(await Promise.all(arriving.arrivals)).toEqual(shows.map(() => 200))
})
