import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { givenBoughtTickets } from '#server/testing/given-sales.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let ada: UserId
let bea: UserId

beforeAll(async () => {
  shop = await openTestShop()
  ada = await givenUser(shop.db)
  bea = await givenUser(shop.db)
})
afterAll(() => shop.close())

test('filters a customer’s own tickets by show and state', async () => {
  const [opera, play] = [await givenShow(shop.db, { seats: 3 }), await givenShow(shop.db, { seats: 1 })]
  const [bought = 0, reserved = 0] = opera.seatIds
  await givenBoughtTickets(shop.owner, ada, opera, { places: opera.seatIds.slice(0, 1) })
  await givenBoughtTickets(shop.owner, bea, opera, { places: opera.seatIds.slice(2) })
  await givenBoughtTickets(shop.owner, ada, play, { places: play.seatIds })
  const body = { eventShowId: opera.showId, seatingPlanPlaceIds: [reserved] }
  expect((await shop.ask('POST', '/tickets', { as: ada, body })).statusCode).toBe(201)

  async function placesOf(filter: string) {
    const reply = await shop.ask('GET', `/users/tickets?${filter}`, { as: ada })
    const { total, elements } = reply.json<{ total: number; elements: { placeId: number }[] }>()
    expect(total, filter).toBe(elements.length)
    return elements.map(({ placeId }) => placeId).toSorted((a, b) => a - b)
  }
  expect(await placesOf('')).toEqual([bought, reserved, ...play.seatIds])
  expect(await placesOf(`eventShowId=${opera.showId}`)).toEqual([bought, reserved])
  expect(await placesOf(`eventShowId=${opera.showId}&state=BOUGHT`)).toEqual([bought])
  expect(await placesOf(`eventShowId=${play.showId}&state=RESERVED`)).toEqual([])
  expect(await placesOf('eventShowId=999999')).toEqual([])
})

test('refuses a show id that is not a number', async () => {
  const reply = await shop.ask('GET', '/users/tickets?eventShowId=opera', { as: ada })
  expect(reply.statusCode).toBe(422)
})

test('tells what a refund of a bought ticket gives back, to nobody but the buyer who still has it', async () => {
  const show = await givenShow(shop.db, { price: 1_250, seats: 3 })
  const cat = await givenUser(shop.db)
  const body = { eventShowId: show.showId, seatingPlanPlaceIds: show.seatIds }
  const reserved = (await shop.ask('POST', '/tickets', { as: cat, body })).json().elements
  const ticketIds = reserved.slice(0, 2).map(({ id }: { id: number }) => id)
  const userPaymentInfoDto = { firstName: 'Cat', lastName: 'Guest', address: 'Ring 1' }
  const order = { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
  expect((await shop.ask('POST', '/orders', { as: cat, body: order })).statusCode).toBe(201)
  await shop.owner.updateTable('tickets').set({ holder_id: bea }).where('id', '=', ticketIds[1]).execute()
  const refundsOf = async (as: UserId) => {
    const { elements } = (await shop.ask('GET', `/users/tickets?eventShowId=${show.showId}`, { as })).json()
    return elements.map(({ refund }: { refund?: unknown }) => refund)
  }
  const refund = { amount: 1_250, points: 12, paymentType: 'VISA', paidBy: null }
  expect(await refundsOf(cat)).toEqual([refund, undefined, undefined])
  expect(await refundsOf(bea)).toEqual([undefined])
})
