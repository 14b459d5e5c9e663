import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { waitingRoomCalls } from '#server/testing/waiting-room-calls.ts'
import { drawNumbers, lockRoom, selectShowsWithLine, updateRoom } from './waiting-room.sql.ts'

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

const { path, arrive, set, givenUsers, tick, givenLine } = waitingRoomCalls(() => ({ shop, admin, show }))

/** Answers are cached for a second. */
const PATIENCE = { timeout: 4_000, interval: 250 }

test('draws the order of those who were there before the sale, before all who come later', async () => {
  const PEOPLE = 60
  const saleStartsAt = new Date(Date.now() + 3_600_000).toISOString()
  await shop.ask('PUT', `/admin/shows/${show.showId}/publication`, { as: admin, body: { version: 1, saleStartsAt } })
  await set({ mode: 'AUTOMATIC', peopleAMinute: 60, isPaused: false })
  const users = await givenUsers(PEOPLE)
  for (const user of users) expect((await arrive(user)).state).toBe('LOT')
  // A second device of the first ones changes nothing.
  expect(await arrive(users[0] ?? admin)).toMatchObject({ state: 'LOT', line: { lotSize: PEOPLE } })
  const leaver = await givenUser(shop.db)
  expect(await arrive(leaver)).toMatchObject({ line: { lotSize: PEOPLE + 1 } })
  for (let time = 0; time < 2; time += 1) await shop.ask('DELETE', path(), { as: leaver })
  expect(await arrive(users[0] ?? admin)).toMatchObject({ line: { lotSize: PEOPLE } })
  expect(await selectShowsWithLine(shop.db)).not.toContain(show.showId)
  await shiftClock(shop.owner, '61 minutes')
  expect(await selectShowsWithLine(shop.db)).toContain(show.showId)
  const late = await givenUser(shop.db)
  const [, lateArrival] = await race(2, (index) => (index === 0 ? tick() : arrive(late)))
  expect(lateArrival).toMatchObject({ state: 'WAITING', number: PEOPLE + 1 })
  const numbers = []
  for (const user of users) numbers.push((await arrive(user)).number as number)
  expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: PEOPLE }, (_, index) => index + 1))
  // Spearman's rank correlation of arrival and number: below 0.5 in all but one of 20,000 draws of 60 people.
  const squares = numbers.reduce((sum, number, index) => sum + (number - index - 1) ** 2, 0)
  const correlation = 1 - (6 * squares) / (PEOPLE * (PEOPLE ** 2 - 1))
  expect(Math.abs(correlation)).toBeLessThan(0.5)
})

test('draws anew among those who waited when the start of the sale is moved, and admits them at its rate', async () => {
  const { waiting } = await givenLine(8, 'AUTOMATIC')
  const saleStartsAt = new Date(Date.now() + 3_600_000).toISOString()
  await shop.ask('PUT', `/admin/shows/${show.showId}/publication`, { as: admin, body: { version: 1, saleStartsAt } })
  // One of those who wait looks at the page again.
  const [first = admin] = waiting
  expect(await arrive(first)).toMatchObject({ state: 'LOT', line: { lotSize: waiting.length } })
  await shiftClock(shop.owner, '61 minutes')
  await tick()
  const states = []
  for (const user of waiting) states.push((await arrive(user)).state)
  expect(states.toSorted()).toEqual(['ADMITTED', ...waiting.slice(1).map(() => 'WAITING')])
})

test('keeps the number that a customer draws while leaving, and the line as long as it is', async () => {
  const saleStartsAt = new Date(Date.now() + 3_600_000).toISOString()
  await shop.ask('PUT', `/admin/shows/${show.showId}/publication`, { as: admin, body: { version: 1, saleStartsAt } })
  await set({ mode: 'AUTOMATIC', peopleAMinute: 60, isPaused: false })
  const users = await givenUsers(2)
  for (const user of users) expect((await arrive(user)).state).toBe('LOT')
  const [leaver = admin] = users
  const { leaving } = await inTransaction(shop.db, async (tx) => {
    const room = await lockRoom(tx, show.showId)
    const left = shop.ask('DELETE', path(), { as: leaver })
    await expect.poll(() => countWaiting(shop.db)).toBe(1)
    await drawNumbers(tx, show.showId, 0)
    if (room) await updateRoom(tx, show.showId, { ...room, lastNumber: users.length, lotSize: 0 })
    return { leaving: left }
  })
  expect((await leaving).statusCode).toBe(204)
  await shiftClock(shop.owner, '61 minutes')
  expect((await arrive(leaver)).number).toBeLessThanOrEqual(users.length)
  expect(await arrive(await givenUser(shop.db))).toMatchObject({ number: users.length + 1 })
})

test('lets nobody wait after the end of the sale', async () => {
  const { waiting } = await givenLine(2)
  const saleEndsAt = new Date(Date.now() + 3_600_000).toISOString()
  await shop.ask('PUT', `/admin/shows/${show.showId}/publication`, { as: admin, body: { version: 1, saleEndsAt } })
  expect((await arrive(waiting[0] ?? admin)).state).toBe('WAITING')
  await shiftClock(shop.owner, '61 minutes')
  await expect.poll(async () => (await arrive(waiting[0] ?? admin)).state, PATIENCE).toBe('OPEN')
})
