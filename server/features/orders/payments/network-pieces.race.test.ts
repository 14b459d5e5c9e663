import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, ProductId, UserId } from '#domain/ids.ts'
import { payAtTwoServers } from '#server/testing/pay-at-two-servers.ts'
import { type ManualShop, openManualShop } from '#server/testing/manual-shop.ts'
import { userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

const HOME = '192.0.2.7'
const ELSEWHERE = '192.0.2.8'

// A quarter of 98 pieces would be 24.5.
const settings = { MAX_SHARE_PER_NETWORK: '25', MAX_UNPAID_PIECES: '4' }
const STOCK = 98
const SHARE = 24
const PIECES = 4
const refusalOf = (limit: number) =>
  `Unpaid orders from your network can contain at most ${limit} pieces of Mug. Please choose fewer, another way to pay, or try again later.`

let shop: ManualShop

beforeAll(async () => {
  shop = await openManualShop(settings)
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const givenMugs = (stock: number) => givenProduct(shop.db, { stock, itemsPerCustomer: 10 })

/** Returns the body of a payment of pieces of a product by a new customer, from their cart. */
async function givenOrder(of: ManualShop, productId: ProductId, quantity: number, method: 'desk' | 'transfer') {
  const as = await givenUser(of.db)
  const line = { merchandiseProductId: productId, quantity, usePoints: false }
  const { id } = (await of.ask('POST', '/merchandise/purchases', { as, body: line })).json()
  const paymentType = method === 'desk' ? 'DESK' : 'TRANSFER'
  return { as, body: { userPaymentInfoDto, paymentType, method, merchandiseIds: [id] } }
}

type Order = { quantity?: number; from?: string; method?: 'desk' | 'transfer' }

/** Orders pieces of a product as a new customer. Returns what they see, and the payment. */
async function order(productId: ProductId, { quantity = PIECES, from = HOME, method = 'desk' }: Order = {}) {
  const { as, body } = await givenOrder(shop, productId, quantity, method)
  const reply = await shop.ask('POST', '/payments', { as, from, body })
  const id: PaymentId | undefined = reply.statusCode === 201 ? reply.json().id : undefined
  return { as, id, statusCode: reply.statusCode, problem: reply.headers['x-problem'], text: reply.body }
}

/** Orders all that one network may have. Returns the payments. */
async function fillShare(productId: ProductId) {
  const orders = []
  for (let held = 0; held < SHARE; held += PIECES) orders.push(await order(productId))
  expect(orders.map(({ statusCode }) => statusCode)).toEqual(orders.map(() => 201))
  return orders
}

const networks = async (of = shop) => {
  const rows = await of.db.selectFrom('pending_orders').select('client_network').execute()
  return rows.flatMap(({ client_network }) => client_network ?? [])
}

const giveUp = (as: UserId, id: PaymentId | undefined) => shop.ask('DELETE', `/payments/${id}`, { as })

test('refuses a network more than its share of a product, whichever accounts order and pay in whichever way', async () => {
  const mug = await givenMugs(STOCK)
  for (let held = 0; held < SHARE; held += PIECES) {
    expect((await order(mug, { method: held % 8 === 0 ? 'desk' : 'transfer' })).statusCode).toBe(201)
  }
  for (const method of ['desk', 'transfer'] as const) {
    expect(await order(mug, { quantity: 1, method })).toMatchObject({
      ...{ statusCode: 409, problem: 'too_many_unpaid_orders', text: refusalOf(SHARE) },
    })
  }
  expect((await order(mug, { from: ELSEWHERE })).statusCode).toBe(201)
  expect((await order(await givenMugs(STOCK))).statusCode).toBe(201)
})

test('counts the lines of money and of points of a product together', async () => {
  const mug = await givenMugs(STOCK)
  const [last] = (await fillShare(mug)).toReversed()
  if (last) await giveUp(last.as, last.id)
  expect((await order(mug, { quantity: 1 })).statusCode).toBe(201)
  const ada = await givenUser(shop.db, { points: 10_000 })
  const lines = await Promise.all(
    [false, true].map(async (usePoints) => {
      const body = { merchandiseProductId: mug, quantity: 2, usePoints }
      return (await shop.ask('POST', '/merchandise/purchases', { as: ada, body })).json().id
    }),
  )
  const body = { userPaymentInfoDto, paymentType: 'DESK', method: 'desk', merchandiseIds: lines }
  expect((await shop.ask('POST', '/payments', { as: ada, from: HOME, body })).body).toBe(refusalOf(SHARE))
})

test('never gives a network less of a small stock than one customer may have', async () => {
  const mug = await givenMugs(5)
  expect((await order(mug)).statusCode).toBe(201)
  expect((await order(mug, { quantity: 1 })).text).toBe(refusalOf(PIECES))
  expect((await order(mug, { quantity: 1, from: ELSEWHERE })).statusCode).toBe(201)
})

test('lets a network have no more of a small stock than one customer may buy', async () => {
  const mug = await givenProduct(shop.db, { stock: 5, itemsPerCustomer: 2 })
  expect((await order(mug, { quantity: 2 })).statusCode).toBe(201)
  expect((await order(mug, { quantity: 1 })).text).toBe(refusalOf(2))
})

test('frees the share of orders that are paid or given up, and clears their network', async () => {
  const mug = await givenMugs(STOCK)
  const before = (await networks()).length
  const [paid, givenUp] = await fillShare(mug)
  const stored = await networks()
  expect(stored.length - before).toBe(SHARE / PIECES)
  expect(new Set(stored.map(({ length }) => length))).toEqual(new Set([32]))

  const staff = await givenUser(shop.db, { isStaff: true })
  const settled = { as: staff, body: { receipt: '4711' } }
  expect((await shop.ask('POST', `/admin/desk-payments/${paid?.id}/settle`, settled)).statusCode).toBe(200)
  if (givenUp) expect((await giveUp(givenUp.as, givenUp.id)).statusCode).toBe(200)
  expect((await networks()).length - before).toBe(SHARE / PIECES - 2)
  expect((await order(mug)).statusCode).toBe(201)
  // A quarter of the 94 pieces that are not sold would be 23.5.
  expect((await order(mug)).text).toBe(refusalOf(23))
  expect((await order(mug, { quantity: 3 })).statusCode).toBe(201)
})

test('clears the network of an order that a server of the version before has ended', async () => {
  const mug = await givenMugs(STOCK)
  const { as, id } = await order(mug)
  const [hash] = (await networks()).slice(-1)
  await giveUp(as, id)
  const before = (await networks()).length
  const network = sql<Buffer>`${hash}::bytea`
  await shop.owner.updateTable('pending_orders').set({ client_network: network }).where('user_id', '=', as).execute()
  expect((await networks()).length).toBe(before + 1)
  await shop.sweep()
  expect((await networks()).length).toBe(before)
})

test('stores no network of tickets alone', async () => {
  const before = (await networks()).length
  const ada = await givenUser(shop.db)
  const show = await givenShow(shop.db)
  const ticketIds = await shop.reserve(ada, show, show.seatIds.slice(0, 1))
  expect((await shop.start(ada, 'desk', { ticketIds })).statusCode).toBe(201)
  expect((await networks()).length).toBe(before)
})

test('stores no network and refuses none when the share is off', async () => {
  const open = await openManualShop({ ...settings, MAX_SHARE_PER_NETWORK: 'off' })
  try {
    const mug = await givenProduct(open.db, { stock: 12, itemsPerCustomer: 10 })
    for (let held = 0; held < 12; held += PIECES) {
      const { as, body } = await givenOrder(open, mug, PIECES, 'desk')
      expect((await open.ask('POST', '/payments', { as, from: HOME, body })).statusCode).toBe(201)
    }
    expect(await networks(open)).toEqual([])
  } finally {
    await open.close()
  }
})

test('holds the share while 24 customers of one network order at two servers at once', async () => {
  const mug = await givenMugs(STOCK)
  const customers = await race(24, async () => {
    const { as, body } = await givenOrder(shop, mug, PIECES, 'desk')
    return { token: await shop.tokenOf(as), body }
  })
  const replies = await payAtTwoServers(shop, customers, HOME)
  expect(replies.filter((reply) => reply?.statusCode === 201)).toHaveLength(SHARE / PIECES)
  const refused = replies.filter((reply) => reply?.statusCode !== 201)
  expect(new Set(refused.map((reply) => reply?.body))).toEqual(new Set([refusalOf(SHARE)]))
})
