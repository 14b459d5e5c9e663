import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockShow, lockTicketsOfShow } from '#server/features/shows/admin-shows.sql.ts'
import { toOrder } from '#server/promises/buyers.ts'
import { type Answer, type Call, httpClientAt } from '#server/promises/http-client.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'

/** More than may write at once, of two networks that keep to their share. */
const CROWD = 10

let shop: TestShop
let url: string
let visitor: UserId
const crowd: UserId[] = []

beforeAll(async () => {
  shop = await openTestShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}/api/v1`
  visitor = await givenUser(shop.db)
  for (let count = 0; count < CROWD; count += 1) crowd.push(await givenUser(shop.db))
})
afterAll(() => shop.close())

const sendAs = async (user: UserId, from: string, path: string, call: Call): Promise<Answer> =>
  httpClientAt(from)(`${url}${path}`, {
    ...call,
    headers: { authorization: `Bearer ${await shop.tokenOf(user)}`, ...call.headers },
  })

/** Sends a call of the whole crowd, while `hold` holds what it waits for, and meanwhile a change of the visitor. */
async function whileCrowdWaits(
  pathOf: (index: number) => string,
  callOf: (index: number) => Call,
  hold: (tx: Tx) => Promise<unknown>,
) {
  const waiting = await shop.owner.transaction().execute(async (tx) => {
    await hold(tx)
    const sent = crowd.map((user, index) => sendAs(user, `127.0.2.${1 + (index % 2)}`, pathOf(index), callOf(index)))
    await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
    const body = { firstName: 'Ada', lastName: 'Visitor', address: '' }
    const answer = await sendAs(visitor, '127.0.2.9', '/users', { method: 'PATCH', body })
    return { sent, status: answer.status }
  })
  return { status: waiting.status, statuses: (await Promise.all(waiting.sent)).map(({ status }) => status) }
}

test('leaves room to others who write while many wait for the best places of a show', async () => {
  const { showId } = await givenShow(shop.db, { seats: 2 * CROWD })
  const { status, statuses } = await whileCrowdWaits(
    () => '/tickets/best-available',
    () => ({ method: 'POST', body: { eventShowId: showId, quantity: 2 } }),
    (tx) => sql`select from event_shows where id = ${showId} for update`.execute(tx),
  )
  expect([status, ...new Set(statuses)]).toEqual([200, 201])
})

/** Reserves a seat for each of the crowd. Returns the tickets. */
async function givenReservations({ showId, seatIds }: Show): Promise<number[]> {
  const answers = await Promise.all(
    crowd.map((user, index) =>
      sendAs(user, `127.0.2.${1 + (index % 2)}`, '/tickets', {
        method: 'POST',
        body: { eventShowId: showId, seatingPlanPlaceIds: seatIds.slice(index, index + 1) },
      }),
    ),
  )
  return answers.map(({ body }) => JSON.parse(body).elements[0].id)
}

/** Sends a call of the crowd about each ticket while the show is edited, and a change of the visitor. */
const whileShowIsEdited = ({ showId }: Show, tickets: readonly number[], method: string, path: string) =>
  whileCrowdWaits(
    (index) => `/tickets/${tickets[index]}${path}`,
    () => ({ method }),
    async (tx) => {
      await lockShow(tx, showId)
      await lockTicketsOfShow(tx, showId)
    },
  )

test('leaves room to others who write while many cancel reservations of a show that is edited', async () => {
  const show = await givenShow(shop.db, { seats: CROWD })
  const { status, statuses } = await whileShowIsEdited(show, await givenReservations(show), 'DELETE', '')
  expect([status, ...new Set(statuses)]).toEqual([200, 204])
  await expectCleanBooks(shop.db)
})

test('leaves room to others who write while many refund tickets of a show that is edited', async () => {
  const show = await givenShow(shop.db, { seats: CROWD })
  const tickets = await givenReservations(show)
  await Promise.all(
    crowd.map((user, index) => {
      const { path, body } = toOrder(tickets.slice(index, index + 1))
      return sendAs(user, `127.0.2.${1 + (index % 2)}`, path, { method: 'POST', body })
    }),
  )
  const { status, statuses } = await whileShowIsEdited(show, tickets, 'PUT', '/cancelation')
  expect([status, ...new Set(statuses)]).toEqual([200, 200])
  await expectCleanBooks(shop.db)
})

/** The calls of the crowd, of one seat each, with a key whose reservation was released before. */
async function givenUsedKeys({ showId, seatIds }: Show): Promise<(index: number) => Call> {
  const callOf = (index: number): Call => ({
    method: 'POST',
    body: { eventShowId: showId, seatingPlanPlaceIds: seatIds.slice(index, index + 1) },
    headers: { 'idempotency-key': 'used' },
  })
  for (const [index, user] of crowd.entries()) {
    const reserved = JSON.parse((await sendAs(user, '127.0.2.1', '/tickets', callOf(index))).body)
    await sendAs(user, '127.0.2.1', `/tickets/${reserved.elements[0].id}`, { method: 'DELETE' })
  }
  return callOf
}

test('leaves room to others who write while many wait that repeat a released reservation', async () => {
  const show = await givenShow(shop.db, { seats: CROWD })
  const { status, statuses } = await whileCrowdWaits(
    () => '/tickets',
    await givenUsedKeys(show),
    (tx) => sql`select from idempotency_keys for update`.execute(tx),
  )
  expect([status, ...new Set(statuses)]).toEqual([200, 201])
  await expectCleanBooks(shop.db)
})
