import type { MerchandisePurchase } from '#contract/cart.ts'
import type { MerchandiseLine } from '#domain/orders.ts'
import type { CartLine } from './cart.sql.ts'

/** A cart line as the customer sees it. */
export function purchaseOf(line: CartLine): MerchandisePurchase {
  const { id, quantity, usePoints, price, points, productId, name, stock, itemsPerCustomer, imageName } = line
  return {
    id,
    quantity,
    usePoints,
    price,
    points,
    merchandiseProduct: { id: productId, name, stock, itemsPerCustomer, imageName },
  }
}

/** A cart line as the rules of buying see it. */
export function lineOf({ quantity, usePoints, productId, ...product }: CartLine): MerchandiseLine {
  return { quantity, usePoints, product: { ...product, id: productId } }
}
