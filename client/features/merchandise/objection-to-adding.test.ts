import { expect, test } from 'vitest'
import type { Product } from './merchandise.queries.ts'
import { objectionToAdding, piecesInCart } from './objection-to-adding.ts'
import { quantityChoices } from '#client/customer/quantity-choices.ts'

const mug = {
  id: 7,
  name: 'Mug',
  description: '',
  price: 1650,
  points: 165,
  stock: 9,
  itemsPerCustomer: 3,
  imageName: null,
  state: 'ON_SALE',
} as Product

const inCart = (quantity: number, id = 7) =>
  ({ id: 1, quantity, price: 1650, points: 165, usePoints: false, merchandiseProduct: { ...mug, id } }) as never

const one = { quantity: 1, usePoints: false }

test("allows pieces up to the product's limit, for money and points together", () => {
  expect(objectionToAdding(mug, one, [])).toBeUndefined()
  expect(objectionToAdding(mug, { quantity: 2, usePoints: true }, [inCart(1)])).toBeUndefined()
  expect(objectionToAdding(mug, { quantity: 3, usePoints: true }, [inCart(1)])).toBe(
    'Mug: limit 3 per customer, including past orders.',
  )
  expect(objectionToAdding(mug, one, [inCart(3, 8)])).toBeUndefined()
  expect(piecesInCart(mug, [inCart(2), inCart(3, 8)])).toBe(2)
})

test("refuses unavailable products with the server's sentences", () => {
  expect(objectionToAdding({ ...mug, stock: 0 }, one, [])).toBe('Mug is sold out.')
  expect(objectionToAdding({ ...mug, stock: 2 }, { ...one, quantity: 3 }, [])).toBe('Only 2 of Mug left.')
  expect(objectionToAdding({ ...mug, state: 'PENDING' }, one, [])).toBe('Mug is not on sale.')
  expect(objectionToAdding({ ...mug, points: 0 }, { quantity: 1, usePoints: true }, [])).toBe(
    "Mug can't be bought with points.",
  )
})

test('offers quantities from 1 to the limit per customer and disables those above the stock', () => {
  const choices = quantityChoices({ itemsPerCustomer: 4, stock: 2 })
  expect(choices.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
    ['4', true],
  ])
  expect(quantityChoices({ itemsPerCustomer: 2_147_483_647, stock: 9 })).toHaveLength(1_000)
})
