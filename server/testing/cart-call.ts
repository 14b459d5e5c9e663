import type { UserId } from '#domain/ids.ts'
import type { TestShop } from './shop.ts'

/** Returns the call that puts pieces of a product into the cart of a customer, and returns the id of the line. */
export function cartCall(shop: () => Pick<TestShop, 'ask'>) {
  return async (as: UserId, merchandiseProductId: number, quantity: number, usePoints = false): Promise<number> => {
    const body = { merchandiseProductId, quantity, usePoints }
    return (await shop().ask('POST', '/merchandise/purchases', { as, body })).json().id
  }
}
