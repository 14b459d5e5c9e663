import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { givenShow } from '#server/testing/given.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { watch } from '#server/testing/watch.ts'
import { givenBuyers } from './buyers.ts'

let database: TestDatabase
let seller: ShopProcess
let teller: ShopProcess

beforeAll(async () => {
  database = await freshDatabase()
  seller = await startShopProcess(database.url)
  teller = await startShopProcess(database.url)
})
afterAll(async () => {
  await Promise.all([seller.stop(), teller.stop()])
  await database.drop()
})

test('what one server sells, who watches at another hears; a server told to stop sends its watchers away and stops', async () => {
  const { showId, seatIds } = await givenShow(database.db, { seats: 30 })
  const buyers = await givenBuyers(database.db, 30)
  const [near, far] = await Promise.all([watch(seller.url, showId), watch(teller.url, showId)])
  await Promise.all(
    buyers.map((buyer, index) => {
      const body = { eventShowId: showId, seatingPlanPlaceIds: [seatIds[index]] }
      return buyer.send(seller.url, 'POST', '/tickets', { body })
    }),
  )
  for (const watcher of [near, far]) {
    for (const seatId of seatIds) await watcher.knows(seatId, 1)
    // Thirty sales in a moment are a few events, not thirty.
    expect(watcher.events.length).toBeLessThan(20)
  }

  await teller.stop()
  await far.ended
  const back = await watch(seller.url, showId, { lastEventId: far.events.at(-1)?.id })
  expect((await back.hears(() => true)).name).toBe('reset')
  back.leave()
  near.leave()
})
