import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { givenShow } from '#server/testing/given.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { type ShopProcess, startShopProcess } from '#server/testing/shop-process.ts'
import { type Answer, type Buyer, givenBuyers, paymentInfo } from './buyers.ts'

const KILLS = 3
const BUYERS = 12

let database: TestDatabase
let steady: ShopProcess
let mortal: ShopProcess

beforeAll(async () => {
  database = await freshDatabase()
  steady = await startShopProcess(database.url)
  mortal = await startShopProcess(database.url)
})
afterAll(async () => {
  await Promise.all([steady.stop(), mortal.stop()])
  await database.drop()
})

test('a server killed in the middle of orders loses none that it confirmed, and a retry elsewhere charges nobody twice', async () => {
  const buyers = await givenBuyers(database.db, BUYERS)
  const { showId, standingPlaceId } = await givenShow(database.db, { standing: 100_000 })
  const confirmed: { userId: number; invoiceId: number }[] = []
  let asked = 0
  let isOver = false

  async function buy(buyer: Buyer): Promise<void> {
    const reserve = { eventShowId: showId, seatingPlanPlaceIds: [standingPlaceId] }
    const reserved = await sure(buyer, '/tickets', reserve)
    const ticketIds = JSON.parse(reserved.body).elements.map(({ id }: { id: number }) => id)
    asked += 1
    const ordered = await sure(buyer, '/orders', { userPaymentInfoDto: paymentInfo, paymentType: 'VISA', ticketIds })
    confirmed.push({ userId: buyer.userId, invoiceId: JSON.parse(ordered.body).id })
  }

  /** As a good client does: one key for one wish, and when the line dies, the same again at another server. */
  async function sure(buyer: Buyer, path: string, body: object): Promise<Answer> {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await buyer.send(mortal.url, 'POST', path, { body, headers }).catch(() => undefined)
    const answer = first?.status === 201 ? first : await buyer.send(steady.url, 'POST', path, { body, headers })
    expect(answer.status, answer.body).toBe(201)
    return answer
  }

  const shopping = buyers.map(async (buyer) => {
    while (!isOver) await buy(buyer)
  })
  for (let kill = 0; kill < KILLS; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await mortal.kill()
    mortal = await startShopProcess(database.url)
  }
  isOver = true
  await Promise.all(shopping)

  const invoices = await database.db.selectFrom('invoices').select(['id', 'user_id']).execute()
  expect(confirmed).toHaveLength(asked)
  expect(invoices).toHaveLength(asked)
  const known = new Map(invoices.map(({ id, user_id }) => [Number(id), Number(user_id)]))
  expect(confirmed.filter(({ invoiceId, userId }) => known.get(invoiceId) !== userId)).toEqual([])
  await expectCleanBooks(database.db)
}, 120_000)
