import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import { countWaiting } from '#server/testing/connections.sql.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { openTransferShop, type TransferShop } from '#server/testing/transfer-shop.ts'
import { selectTicketToHandOver, selectTransferOf, updateHolder, updateOfferEnded } from './ticket-transfers.sql.ts'

const ROUNDS = 6

let shop: TransferShop

beforeAll(async () => {
  shop = await openTransferShop()
})
beforeEach(() => sql`delete from attempts`.execute(shop.db))
afterAll(() => shop.close())

/** Offers several tickets, each with a link of its own. */
async function givenOffers() {
  const offers = []
  for (let round = 0; round < ROUNDS; round += 1) offers.push(await shop.offered())
  return offers
}

test('leaves no ticket with an account that is deleted while it accepts', async () => {
  for (const { id, token } of await givenOffers()) {
    const person = await givenUser(shop.db)
    const [accepted, deleted] = await Promise.all([
      shop.accept(token, person),
      shop.ask('DELETE', '/users', { as: person }),
    ])
    expect([deleted.statusCode, [200, 401].includes(accepted.statusCode)]).toEqual([204, true])
    const { holderId, issue } = await shop.stateOf(id)
    expect([holderId, issue]).toEqual([null, accepted.statusCode === 200 ? 3 : 1])
  }
})

test('keeps no address to which an account offered a ticket while it was deleted', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await givenUser(shop.db)
    const tickets = await Promise.all(Array.from({ length: 4 }, () => shop.buy(person)))
    const [deleted, ...offered] = await Promise.all([
      shop.ask('DELETE', '/users', { as: person }),
      ...tickets.map((id) => shop.offer(id, person)),
    ])
    expect(deleted.statusCode).toBe(204)
    for (const { statusCode } of offered) expect([204, 401, 404]).toContain(statusCode)
    const { rows } = await sql`
      select from ticket_transfers where from_user = ${person} and to_email <> ''`.execute(shop.db)
    expect(rows).toHaveLength(0)
  }
})

test('moves no ticket that is handed on meanwhile, because its new holder is not locked', async () => {
  const { id } = await shop.offered()
  const body = { placeId: shop.show.seatIds.at(-1), paymentType: 'CASH' }
  const moving = await inTransaction(shop.db, async (tx) => {
    await sql`select from tickets where id = ${id} for update`.execute(tx)
    const move = shop.ask('PUT', `/admin/tickets/${id}/place`, { as: shop.staff, body })
    await expectWaiting()
    await updateHolder(tx, id, shop.bea)
    await updateOfferEnded(tx, id, { state: 'ACCEPTED', to: shop.bea })
    return { move }
  })
  const moved = await moving.move
  expect([moved.statusCode, moved.headers['x-problem']]).toEqual([409, 'changed_meanwhile'])
  expect(await shop.stateOf(id)).toEqual({ state: 'BOUGHT', holderId: shop.bea, issue: 2 })
})

/** Waits until a statement waits for a lock. */
async function expectWaiting(): Promise<void> {
  await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
}

test('either refunds or hands on a ticket when both happen at once', async () => {
  for (const { id, token } of await givenOffers()) {
    const [accepted, refunded] = await Promise.all([shop.accept(token), shop.refund(id)])
    const { state, holderId, issue } = await shop.stateOf(id)
    expect([accepted.statusCode, refunded.statusCode, state, holderId, issue]).toEqual(
      accepted.statusCode === 200 ? [200, 409, 'BOUGHT', shop.bea, 2] : [410, 200, 'REFUNDED', null, 1],
    )
  }
  await expectCleanBooks(shop.db)
})

test('hands a ticket to one of eight receivers of the same link', async () => {
  const { id, token } = await shop.offered()
  const people = await Promise.all(Array.from({ length: 8 }, () => givenUser(shop.db)))
  const replies = await race(8, (index) => shop.accept(token, people[index]))
  const winner = people[replies.findIndex(({ statusCode }) => statusCode === 200)]
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(410)])
  expect(await shop.stateOf(id)).toEqual({ state: 'BOUGHT', holderId: winner, issue: 2 })
})

test('raises the issue once for each new code and each acceptance that happen at once', async () => {
  for (const { id, token } of await givenOffers()) {
    const [coded, accepted] = await Promise.all([shop.newCode(id), shop.accept(token)])
    expect(accepted.statusCode).toBe(200)
    expect((await shop.stateOf(id)).issue).toBe(coded.statusCode === 204 ? 3 : 2)
    expect(coded.statusCode === 204 || coded.statusCode === 404).toBe(true)
  }
})

test('control: without the lock a refunded ticket is handed on', async () => {
  const { id, token } = await shop.offered()
  await inTransaction(shop.db, async (tx) => {
    const transfer = await selectTransferOf(tx, hashOfToken(token))
    const ticket = await selectTicketToHandOver(tx, id)
    expect([transfer?.state, ticket?.state]).toEqual(['OFFERED', 'BOUGHT'])
    expect((await shop.refund(id)).statusCode).toBe(200)
    await updateHolder(tx, id, shop.bea)
    await updateOfferEnded(tx, id, { state: 'ACCEPTED', to: shop.bea })
  })
  expect(await shop.stateOf(id)).toEqual({ state: 'REFUNDED', holderId: shop.bea, issue: 2 })
})
