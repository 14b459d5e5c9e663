import type { MerchandisePurchase } from '#contract/cart.ts'
import type { CartLine } from './cart.sql.ts'

/** Maps a cart line to the contract. */
export function purchaseOf({ id, quantity, usePoints, imageName, product }: CartLine): MerchandisePurchase {
  const { id: productId, name, stock, itemsPerCustomer, price, points } = product
  return {
    id,
    quantity,
    usePoints,
    price,
    points,
    merchandiseProduct: { id: productId, name, stock, itemsPerCustomer, imageName },
  }
}
