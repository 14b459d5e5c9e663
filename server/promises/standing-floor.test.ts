import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { givenShow } from '#server/testing/given.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { randomFrom } from '#server/demo/random.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { givenBuyers } from './buyers.ts'

let database: TestDatabase
let servers: ShopProcess[]

beforeAll(async () => {
  database = await freshDatabase()
  servers = [await startShopProcess(database.url), await startShopProcess(database.url)]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

test('200 buyers of one to eight of the last 37 standing places, ten times over: never more than 37, and none left over', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const random = randomFrom(String(seed)).share
  const buyers = await givenBuyers(database.db, 200)
  for (let round = 0; round < 10; round += 1) {
    const { showId, standingPlaceId } = await givenShow(database.db, { standing: 37 })
    const reserve = async (index: number, quantity: number) => {
      const seatingPlanPlaceIds = Array.from({ length: quantity }, () => standingPlaceId)
      const answer = await buyers[index]?.send(servers[index % 2]?.url ?? '', 'POST', '/tickets', {
        body: { eventShowId: showId, seatingPlanPlaceIds },
      })
      return answer?.status === 201 ? quantity : 0
    }
    const got = await Promise.all(buyers.map((_, index) => reserve(index, 1 + Math.floor(random() * 8))))
    // Whoever wanted too many was refused rightly; the rest goes to whoever asks for one.
    for (let index = 0; index < 8; index += 1) got.push(await reserve(index, 1))
    expect(
      got.reduce((sum, quantity) => sum + quantity, 0),
      `seed ${seed}, round ${round}`,
    ).toBe(37)
  }
  await expectCleanBooks(database.db)
}, 120_000)
