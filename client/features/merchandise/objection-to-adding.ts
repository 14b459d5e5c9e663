import type { getCart } from '#contract/cart.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { sentenceOf } from '#contract/problems.ts'
import { costOf, type MerchandiseLine, objectionToMerchandise } from '#domain/orders.ts'
import type { Product, CartAddition } from './merchandise.queries.ts'

export type Lines = ReplyOf<typeof getCart>['merchandisePurchases']

/** How many pieces of a product the cart holds. */
export function piecesInCart({ id }: Product, lines: Lines): number {
  return linesOf(id, lines).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Why these pieces cannot join what is in the cart, in the words of the server; undefined when they can. */
export function objectionToAdding(product: Product, wish: CartAddition, lines: Lines): string | undefined {
  const known = { ...product, isOnSale: product.state === 'ON_SALE', boughtBefore: 0 }
  const together: MerchandiseLine[] = [wish, ...linesOf(product.id, lines)].map(({ quantity, usePoints }) => ({
    quantity,
    usePoints,
    product: known,
  }))
  const objection = objectionToMerchandise(together)
  return objection && sentenceOf(objection)
}

/** What the points of the whole cart would come to with these pieces, beside what it holds now. */
export function pointsNeeded({ points }: Product, { quantity, usePoints }: CartAddition, lines: Lines) {
  const inCart = costOf(lines).points
  return { inCart, together: inCart + (usePoints ? points * quantity : 0) }
}

function linesOf(id: Product['id'], lines: Lines) {
  return lines.filter(({ merchandiseProduct }) => merchandiseProduct.id === id)
}
