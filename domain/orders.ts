import { type Cents, cents } from './money.ts'
import { pointsEarned } from './points.ts'
import { type Problem, problem } from './problem.ts'

/** One cart line and what is known of its product at this moment. */
export type MerchandiseLine = {
  quantity: number
  usePoints: boolean
  product: {
    id: number
    name: string
    price: Cents
    points: number
    stock: number
    itemsPerCustomer: number
    isOnSale: boolean
    /** How many pieces this customer bought before. */
    boughtBefore: number
  }
}

/** What stands against buying these lines together, if anything. Money and points lines of a product count together. */
export function objectionToMerchandise(lines: readonly MerchandiseLine[]): Problem | undefined {
  const wanted = new Map<number, number>()
  for (const { product, quantity } of lines) wanted.set(product.id, (wanted.get(product.id) ?? 0) + quantity)
  for (const { product, usePoints } of lines) {
    const quantity = wanted.get(product.id) ?? 0
    if (!product.isOnSale) return problem('not_on_sale', { product: product.name })
    if (usePoints && product.points === 0) return problem('not_redeemable', { product: product.name })
    if (quantity > product.stock) return problem('out_of_stock', { product: product.name, left: product.stock })
    if (quantity + product.boughtBefore > product.itemsPerCustomer) {
      return problem('customer_limit_reached', { product: product.name, limit: product.itemsPerCustomer })
    }
  }
  return undefined
}

/** A line as an invoice carries it. `points` is of one piece: its cost with `usePoints`, else what it earns. */
export type OrderItem = {
  name: string
  quantity: number
  price: Cents
  vatPercent: number
  usePoints: boolean
  points: number
}

/** The item of a cart line. Paid with points it costs no money and earns none. */
export function itemOfMerchandise({ quantity, usePoints, product }: MerchandiseLine, vatPercent: number): OrderItem {
  return {
    name: product.name,
    quantity,
    price: usePoints ? cents(0) : product.price,
    vatPercent,
    usePoints,
    points: usePoints ? product.points : pointsEarned(product.price),
  }
}

/** The item of a ticket. */
export function itemOfTicket(name: string, price: Cents, vatPercent: number): OrderItem {
  return { name, quantity: 1, price, vatPercent, usePoints: false, points: pointsEarned(price) }
}

/** So much fits on an invoice, in the database as in every client. */
export const MAX_ORDER_TOTAL = cents(2_000_000_000)

type Priced = Pick<OrderItem, 'quantity' | 'price' | 'usePoints' | 'points'>

/** What the items cost together: cents, and points. */
export function costOf(items: readonly Priced[]): { total: Cents; points: number } {
  let total = 0
  let points = 0
  for (const item of items) {
    if (item.usePoints) points += item.points * item.quantity
    else total += item.price * item.quantity
  }
  return { total: cents(total), points }
}
