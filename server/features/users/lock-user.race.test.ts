import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('frees everything of a user locked while reserving, without losing standing places', async () => {
  const admin = await givenUser(shop.db, { isAdmin: true })
  const ada = await givenUser(shop.db)
  const bea = await givenUser(shop.db)
  const shows = await Promise.all(Array.from({ length: 4 }, () => givenShow(shop.db, { seats: 6, standing: 30 })))
  let reserved = 0
  for (let round = 0; round < 5; round += 1) {
    const token = await shop.tokenOf(ada)
    const replies = await race(20, (index) => {
      const show = shows[index % shows.length]
      if (!show) throw new Error('four shows')
      if (index === 10) return shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: true })
      const places = [show.seatIds[round] ?? 0, show.standingPlaceId, show.standingPlaceId]
      const wanted = index % 2 ? places : places.toReversed()
      const body = { eventShowId: show.showId, seatingPlanPlaceIds: wanted }
      return shop.ask('POST', '/tickets', { as: index % 3 === 0 ? bea : token, body })
    })
    reserved += replies.filter((reply) => reply.statusCode === 201).length
    const held = await shop.db.selectFrom('tickets').select('id').where('user_id', '=', ada).execute()
    expect(held).toEqual([])
    await expectCleanBooks(shop.db)
    await shop.ask('PATCH', `/users/${ada}/lock`, { as: admin, body: false })
  }
  expect(reserved).toBeGreaterThan(5)
})
