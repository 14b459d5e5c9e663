import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketId } from '#domain/ids.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
const LIMIT = 20

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ MAX_RESERVATIONS_PER_SHOW: '2', MAX_SHARE_PER_NETWORK: 'off' })
})
afterAll(() => shop.close())

async function givenBuyer() {
  const as = await givenUser(shop.db)
  const buy = async (showId: number, places: readonly number[]): Promise<TicketId[]> => {
    const body = { eventShowId: showId, seatingPlanPlaceIds: places }
    const { elements } = (await shop.ask('POST', '/tickets', { as, body })).json()
    const ticketIds = elements.map(({ id }: { id: TicketId }) => id)
    const order = { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds: [] }
    expect((await shop.ask('POST', '/orders', { as, body: order })).statusCode).toBe(201)
    return ticketIds
  }
  const refund = async (id: TicketId) => {
    const { statusCode, headers } = await shop.ask('PUT', `/tickets/${id}/cancelation`, { as })
    return headers['x-problem'] ?? statusCode
  }
  return { buy, refund }
}

test('lets a customer refund a limited number of tickets of a show, however many requests come at once', async () => {
  const [ada, bob] = [await givenBuyer(), await givenBuyer()]
  const [show, other] = [await givenShow(shop.db, { standing: 60 }), await givenShow(shop.db)]
  const bought: TicketId[] = []
  while (bought.length < LIMIT + 6) {
    bought.push(...(await ada.buy(show.showId, [show.standingPlaceId, show.standingPlaceId])))
  }
  const outcomes = await race(bought.length, (index) => ada.refund(bought[index] as TicketId))
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(LIMIT)
  expect(outcomes.filter((outcome) => outcome === 'too_many_refunds')).toHaveLength(bought.length - LIMIT)
  const refunded = bought[outcomes.indexOf(200)] as TicketId
  expect(await ada.refund(refunded), 'refunded before').toBe(200)
  const [ofOther = 0, ofBob = 0] = [
    ...(await ada.buy(other.showId, other.seatIds.slice(0, 1))),
    ...(await bob.buy(show.showId, [show.standingPlaceId])),
  ]
  expect([await ada.refund(ofOther as TicketId), await bob.refund(ofBob as TicketId)]).toEqual([200, 200])
  await expectCleanBooks(shop.db)
})
