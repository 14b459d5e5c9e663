import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#domain/ids.ts'
import { payAtTwoServers } from '#server/testing/pay-at-two-servers.ts'
import { openPayingShop, type PayingShop, userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { expectCleanBooks, race } from '#server/testing/race.ts'
import { givenProduct, givenUser } from '#server/testing/test-data.ts'

const HOME = '192.0.2.7'
const ELSEWHERE = '192.0.2.8'

const STOCK = 100
const EACH = 5
/** A quarter of the stock. */
const SHARE = 25

let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop({
    PAYMENTS: 'stripe,desk',
    MAX_SHARE_PER_NETWORK: '25',
  })
})
afterEach(() => expectCleanBooks(shop.db))
afterAll(() => shop.close())

const givenMugs = (stock = STOCK) => givenProduct(shop.db, { stock, itemsPerCustomer: EACH })

type Method = 'stripe' | 'desk'

/** Returns the body of a payment of pieces of a product by a new customer, from their cart. */
async function givenOrder(productId: ProductId, method: Method) {
  const as = await givenUser(shop.db)
  const body = { userPaymentInfoDto, paymentType: method === 'desk' ? 'DESK' : 'VISA', method }
  return { as, body: { ...body, merchandiseIds: [await shop.putInCart(as, productId, EACH)] } }
}

/** Opens payments of new customers of one network, one after the other. Returns their statuses. */
async function open(productId: ProductId, { count = 1, from = HOME, method = 'stripe' as Method } = {}) {
  const statuses: number[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const { as, body } = await givenOrder(productId, method)
    statuses.push((await shop.ask('POST', '/payments', { as, from, body })).statusCode)
  }
  return statuses
}

test('lets payments that a network has open withhold no more of a product than its share', async () => {
  const mug = await givenMugs()
  expect(await open(mug, { count: 6 })).toEqual([201, 201, 201, 201, 201, 409])
  const { as, body } = await givenOrder(mug, 'stripe')
  const refused = await shop.ask('POST', '/payments', { as, from: HOME, body })
  expect([refused.headers['x-problem'], refused.body]).toEqual([
    'too_many_unpaid_orders',
    `Unpaid orders from your network can contain at most ${SHARE} pieces of Mug. Please choose fewer, another way to pay, or try again later.`,
  ])
  expect(await open(mug, { from: ELSEWHERE })).toEqual([201])
})

test('counts payments online and orders that wait for days apart', async () => {
  const mug = await givenMugs()
  expect(await open(mug, { count: 6, method: 'desk' })).toEqual([201, 201, 201, 201, 201, 409])
  expect(await open(mug, { count: 6 })).toEqual([201, 201, 201, 201, 201, 409])
})

test('always lets one customer of a network pay for what a customer may have', async () => {
  const mug = await givenMugs(EACH)
  expect(await open(mug)).toEqual([201])
})

test('holds the share while 20 customers of one network open payments at two servers at once', async () => {
  const mug = await givenMugs()
  const customers = await race(20, async () => {
    const { as, body } = await givenOrder(mug, 'stripe')
    return { token: await shop.tokenOf(as), body }
  })
  const replies = await payAtTwoServers(shop, customers, HOME)
  expect(replies.filter((reply) => reply?.statusCode === 201)).toHaveLength(SHARE / EACH)
  expect(replies.filter((reply) => reply?.statusCode === 409)).toHaveLength(20 - SHARE / EACH)
})
