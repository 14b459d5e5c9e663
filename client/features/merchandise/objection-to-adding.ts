import type { getCart } from '#contract/cart.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { sentenceOf } from '#contract/problems.ts'
import { costOf, type MerchandiseLine, objectionToMerchandise } from '#domain/orders.ts'
import type { CartAddition } from '#client/customer/choice-in-address.ts'
import type { Product } from './merchandise.queries.ts'

export type Lines = ReplyOf<typeof getCart>['merchandisePurchases']

/** Counts the pieces of a product in the cart. */
export function piecesInCart({ id }: Product, lines: Lines): number {
  return linesOf(id, lines).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns the server's objection to adding these pieces to the cart; undefined without one. */
export function objectionToAdding(product: Product, addition: CartAddition, lines: Lines): string | undefined {
  const known = { ...product, isOnSale: product.state === 'ON_SALE', boughtBefore: 0 }
  const together: MerchandiseLine[] = [addition, ...linesOf(product.id, lines)].map(({ quantity, usePoints }) => ({
    quantity,
    usePoints,
    product: known,
  }))
  const objection = objectionToMerchandise(together)
  return objection && sentenceOf(objection)
}

/** Computes the points of the whole cart with and without these pieces. */
export function pointsNeeded({ points }: Product, { quantity, usePoints }: CartAddition, lines: Lines) {
  const inCart = costOf(lines).points
  return { inCart, together: inCart + (usePoints ? points * quantity : 0) }
}

function linesOf(id: Product['id'], lines: Lines) {
  return lines.filter(({ merchandiseProduct }) => merchandiseProduct.id === id)
}
