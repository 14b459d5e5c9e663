import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Ticket } from '#contract/tickets.ts'
import type { ShowId, UserId } from '#domain/ids.ts'
import { givenShowInHall } from '#server/testing/given-hall.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let ada: UserId
beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS: '10000', MAX_RESERVATIONS_PER_SHOW: '1000' })
  ada = await givenUser(shop.db)
})
afterAll(() => shop.close())

type BestAvailableRequest = { quantity: number; maxPrice?: number; wheelchairs?: number; restrictedView?: boolean }

function reserveBest(showId: ShowId, request: BestAvailableRequest, { as = ada, headers = {} } = {}) {
  return shop.ask('POST', '/tickets/best-available', { as, body: { eventShowId: showId, ...request }, headers })
}

const seatsOf = (reply: Awaited<ReturnType<typeof reserveBest>>) =>
  (reply.json().elements as Ticket[]).map((ticket) => `${ticket.seatingPlanRowName}${ticket.seatNumber}`)

test('reserves the best seats side by side and answers like any reservation', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  const first = await reserveBest(showId, { quantity: 3 })
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({ total: 3, elements: [{ ticketState: 'RESERVED', price: 4_000 }, {}, {}] })
  const [one, other] = [seatsOf(first), seatsOf(await reserveBest(showId, { quantity: 2 }))]
  expect(new Set([...one, ...other]).size).toBe(5)
  for (const seats of [one, other]) {
    const numbers = seats.map((seat) => Number(seat.slice(1)))
    expect(new Set(seats.map((seat) => seat[0])).size).toBe(1)
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(seats.length - 1)
  }
})

test('reserves seats of a special kind on request only, and names their kind', async () => {
  const { showId } = await givenShowInHall(shop.owner, { isForWheelchairs: true })
  const usual = await reserveBest(showId, { quantity: 2 })
  for (const ticket of usual.json().elements) expect(ticket).not.toHaveProperty('placeKind')
  const restricted = await reserveBest(showId, { quantity: 2, restrictedView: true })
  expect(restricted.json().elements[0]).toMatchObject({ placeKind: 'RESTRICTED_VIEW' })
  const party = await reserveBest(showId, { quantity: 2, wheelchairs: 1 })
  expect(seatsOf(party)).toEqual(['K2', 'K3'])
  expect(party.json().elements.map(({ placeKind }: Ticket) => placeKind)).toEqual(['WHEELCHAIR', 'COMPANION'])
  const tooMany = await reserveBest(showId, { quantity: 2, wheelchairs: 2 })
  expect([tooMany.statusCode, tooMany.headers['x-problem']]).toEqual([409, 'not_enough_places'])
})

test('refuses a customer who holds as many as allowed before it searches', async () => {
  const limited = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '2' })
  onTestFinished(() => limited.close())
  const [as, other] = [await givenUser(limited.db), await givenUser(limited.db)]
  const { showId } = await givenShow(limited.db, { seats: 2, standing: 1 })
  const ask = (by: UserId) =>
    limited.ask('POST', '/tickets/best-available', { as: by, body: { eventShowId: showId, quantity: 2 } })
  expect((await ask(as)).statusCode).toBe(201)
  expect((await ask(as)).headers['x-problem']).toBe('too_many_reservations')
  expect((await ask(other)).headers['x-problem']).toBe('not_enough_places')
})

test('respects the price limit: seats first, then standing places, then a refusal', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  const cheap = await reserveBest(showId, { quantity: 20, maxPrice: 2_500 })
  expect(cheap.json().elements.map(({ price }: Ticket) => price)).toEqual(Array.from({ length: 20 }, () => 2_000))
  const refused = await reserveBest(showId, { quantity: 11, maxPrice: 2_500 })
  expect([refused.statusCode, refused.headers['x-problem'], refused.body]).toEqual([
    409,
    'not_enough_places',
    'Fewer than 11 seats are left at 25.00 € or less.',
  ])
  expect((await reserveBest(showId, { quantity: 1, maxPrice: 1_999 })).body).toBe(
    'No seats are left at 19.99 € or less.',
  )
})

test('sells a venue to the last seat, then to the last standing place', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  for (let party = 0; party < 10; party += 1) {
    expect((await reserveBest(showId, { quantity: 20 })).json().elements[0].placeType).toBe('SITTING')
  }
  expect((await reserveBest(showId, { quantity: 20 })).json().elements[0].placeType).toBe('STANDING')
  expect((await reserveBest(showId, { quantity: 11 })).body).toBe('Fewer than 11 seats are left.')
  expect((await reserveBest(showId, { quantity: 10 })).statusCode).toBe(201)
  expect((await reserveBest(showId, { quantity: 1 })).body).toBe('No seats are left.')
  await expectCleanBooks(shop.db)
})

test('takes over the seats of an expired reservation', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  const before = await reserveBest(showId, { quantity: 2 })
  await shop.db
    .updateTable('tickets')
    .set({ reserved_until: new Date(Date.now() - 1_000) })
    .where('event_show_id', '=', showId)
    .execute()
  const bea = await givenUser(shop.db)
  expect(seatsOf(await reserveBest(showId, { quantity: 2 }, { as: bea }))).toEqual(seatsOf(before))
})

test('repeats the answer for the same Idempotency-Key and refuses another request with it', async () => {
  const { showId } = await givenShowInHall(shop.owner)
  const headers = { 'idempotency-key': 'the best, please' }
  const first = await reserveBest(showId, { quantity: 2 }, { headers })
  const again = await reserveBest(showId, { quantity: 2 }, { headers })
  expect(again.json()).toEqual(first.json())
  expect((await reserveBest(showId, { quantity: 3 }, { headers })).headers['x-problem']).toBe('idempotency_key_reused')
})

test('refuses whatever any reservation refuses', async () => {
  const past = await givenShowInHall(shop.owner, { startsIn: '-1 minute' })
  expect((await reserveBest(past.showId, { quantity: 1 })).body).toBe(
    'Cannot reserve tickets after the event has started',
  )
  expect((await reserveBest(999_999 as ShowId, { quantity: 1 })).statusCode).toBe(404)
  const { showId } = await givenShowInHall(shop.owner)
  for (const quantity of [0, 21]) expect((await reserveBest(showId, { quantity })).statusCode).toBe(422)
  expect((await shop.ask('POST', '/tickets/best-available', { body: {} })).statusCode).toBe(401)
  const modest = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '3' })
  try {
    const hall = await givenShowInHall(modest.owner)
    const as = await givenUser(modest.db)
    const ask = (quantity: number) =>
      modest.ask('POST', '/tickets/best-available', { as, body: { eventShowId: hall.showId, quantity } })
    expect((await ask(4)).body).toBe('You can hold at most 3 reservations for one show.')
    expect((await ask(3)).statusCode).toBe(201)
  } finally {
    await modest.close()
  }
})
