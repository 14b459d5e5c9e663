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
