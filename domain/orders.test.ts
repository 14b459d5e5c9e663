import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { costOf, itemOfMerchandise, itemOfTicket, type MerchandiseLine, objectionToMerchandise } from './orders.ts'

const mug = {
  id: 1,
  name: 'Mug',
  price: cents(1_290),
  points: 300,
  stock: 10,
  itemsPerCustomer: 5,
  isOnSale: true,
  boughtBefore: 0,
}
const line = (quantity: number, usePoints = false, product: Partial<typeof mug> = {}): MerchandiseLine => ({
  quantity,
  usePoints,
  product: { ...mug, ...product },
})

test('counts money and points lines of a product together against stock and limit, with earlier purchases', () => {
  expect(objectionToMerchandise([line(2), line(3, true)])).toBeUndefined()
  expect(objectionToMerchandise([line(3), line(3, true)])).toMatchObject({ code: 'customer_limit_reached' })
  expect(objectionToMerchandise([line(3, false, { boughtBefore: 3 })])).toMatchObject({
    code: 'customer_limit_reached',
  })
  expect(objectionToMerchandise([line(2, false, { stock: 3 }), line(2, true, { stock: 3 })])).toMatchObject({
    code: 'out_of_stock',
    details: { left: 3 },
  })
})

test('refuses money for a product that costs points and no money', () => {
  const reward = { price: cents(0), points: 50 }
  expect(objectionToMerchandise([line(1, false, reward)])).toMatchObject({ code: 'points_only' })
  expect(objectionToMerchandise([line(1, true, reward)])).toBeUndefined()
  expect(objectionToMerchandise([line(1, false, { price: cents(0), points: 0 })])).toBeUndefined()
})

test('refuses points for a product without a price in points, and any product off sale', () => {
  expect(objectionToMerchandise([line(1, true, { points: 0 })])).toMatchObject({ code: 'not_redeemable' })
  expect(objectionToMerchandise([line(1, false, { isOnSale: false })])).toMatchObject({ code: 'not_on_sale' })
})

test('costs money for money lines and points for points lines', () => {
  const items = [
    itemOfTicket('Stalls, row A, seat 1', cents(4_599), 13),
    itemOfMerchandise(line(2), 20),
    itemOfMerchandise(line(1, true), 20),
  ]
  expect(costOf(items)).toEqual({ total: 7_179, points: 300 })
  expect(items.map(({ points }) => points)).toEqual([45, 12, 300])
})
