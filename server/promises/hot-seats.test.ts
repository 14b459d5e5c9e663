import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { givenShow } from '#server/testing/given.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { randomFrom } from '#server/demo/random.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { givenBuyers } from './buyers.ts'

const BUYERS = 64
const SEATS = 500
const ATTEMPTS = 4_000

let database: TestDatabase
let servers: ShopProcess[]

beforeAll(async () => {
  database = await freshDatabase()
  const limits = { MAX_RESERVATIONS: '100000', MAX_RESERVATIONS_PER_SHOW: '100000' }
  servers = [await startShopProcess(database.url, limits), await startShopProcess(database.url, limits)]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
})

test('64 buyers at 500 hot seats on two servers: nothing twice, no server error, and a refused seat has a holder', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const random = randomFrom(String(seed)).share
  const buyers = await givenBuyers(database.db, BUYERS)
  const { showId, seatIds } = await givenShow(database.db, { seats: SEATS })
  const statuses = new Map<number, number>()
  let attempts = 0

  await Promise.all(
    buyers.map(async (buyer) => {
      const held: number[] = []
      while (attempts < ATTEMPTS) {
        attempts += 1
        const url = servers[Math.floor(random() * 2)]?.url ?? ''
        const isCancel = held.length > 0 && random() < 0.3
        const wanted = new Set(
          Array.from({ length: 1 + Math.floor(random() * 4) }, () => seatIds[Math.floor(random() * SEATS)] ?? 0),
        )
        const answer = isCancel
          ? await buyer.send(url, 'DELETE', `/tickets/${held.pop()}`)
          : await buyer.send(url, 'POST', '/tickets', {
              body: { eventShowId: showId, seatingPlanPlaceIds: [...wanted] },
            })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status === 201) held.push(...JSON.parse(answer.body).elements.map(({ id }: { id: number }) => id))
      }
    }),
  )

  expect([...statuses.keys()].toSorted(), `seed ${seed}`).toEqual([201, 204, 409])
  await expectCleanBooks(database.db)

  // No seat stays free while a buyer is refused: whatever nobody holds now can be had now.
  const taken = await database.db.selectFrom('tickets').select('place_id').where('event_show_id', '=', showId).execute()
  const free = seatIds.filter((id) => !taken.some(({ place_id }) => place_id === id)).slice(0, 50)
  const [last] = buyers
  const answer = await last?.send(servers[0]?.url ?? '', 'POST', '/tickets', {
    body: { eventShowId: showId, seatingPlanPlaceIds: free },
  })
  expect(free.length === 0 || answer?.status === 201, `seed ${seed}`).toBe(true)
}, 120_000)
