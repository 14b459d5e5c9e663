import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId, UserId } from '#domain/ids.ts'
import { givenProduct, givenUser } from '#server/testing/test-data.ts'
import { race } from '#server/testing/race.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const add = (as: UserId, merchandiseProductId: ProductId, quantity = 1) =>
  shop.ask('POST', '/merchandise/purchases', { as, body: { merchandiseProductId, quantity } })

test('takes as many products into a cart as an order has, also from requests at once', async () => {
  const ada = await givenUser(shop.db)
  const products = await race(204, () => givenProduct(shop.db))
  const rows = products.slice(0, 198).map((id) => ({ user_id: ada, merchandise_product_id: id, quantity: 1 }))
  await shop.db
    .insertInto('merchandise_purchases')
    .values(rows.map((row) => ({ ...row, use_points: false })))
    .execute()
  const replies = await Promise.all(products.slice(198).map((product) => add(ada, product)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  const refused = replies.filter(({ statusCode }) => statusCode === 409)
  expect(new Set(refused.map(({ body }) => body))).toEqual(
    new Set(['Your cart is full: it takes 200 products. Buy or remove some first.']),
  )
  expect((await shop.ask('GET', '/carts', { as: ada })).json().merchandisePurchases).toHaveLength(200)
  expect((await add(ada, products[0] as ProductId)).json()).toMatchObject({ quantity: 2 })
})
