import { type Cents, cents } from './money.ts'
import { isForPointsAlone, pointsEarned } from './points.ts'
import { type Problem, problem } from './problem.ts'

/** A cart line with the current state of its product. */
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
    /** Number of pieces this customer has bought in earlier orders. */
    boughtBefore: number
  }
}

/**
 * Returns the problem that prevents buying these lines together, or undefined. Lines of one product count together,
 * whether they are paid with money or with points.
 */
export function objectionToMerchandise(lines: readonly MerchandiseLine[]): Problem | undefined {
  const wanted = new Map<number, number>()
  for (const { product, quantity } of lines) wanted.set(product.id, (wanted.get(product.id) ?? 0) + quantity)
  for (const { product, usePoints } of lines) {
    const quantity = wanted.get(product.id) ?? 0
    if (!product.isOnSale) return problem('not_on_sale', { product: product.name })
    if (usePoints && product.points === 0) return problem('not_redeemable', { product: product.name })
    if (!usePoints && isForPointsAlone(product)) return problem('points_only', { product: product.name })
    if (quantity > product.stock) return problem('out_of_stock', { product: product.name, left: product.stock })
    if (quantity + product.boughtBefore > product.itemsPerCustomer) {
      return problem('customer_limit_reached', { product: product.name, limit: product.itemsPerCustomer })
    }
  }
  return undefined
}

type Offered = Pick<MerchandiseLine['product'], 'price' | 'points' | 'isOnSale'>

/** Tells whether a product is sold in the way of an item, for money or points, and costs no more than the item did. */
export function costsNoMore(product: Offered | undefined, { usePoints, price, points }: OrderItem): boolean {
  if (!product?.isOnSale) return false
  if (usePoints) return product.points > 0 && product.points <= points
  return !isForPointsAlone(product) && product.price <= price
}

/** A line of an invoice. `points` is per piece: its cost in points with `usePoints`, else the points it earns. */
export type OrderItem = {
  name: string
  quantity: number
  price: Cents
  vatPercent: number
  usePoints: boolean
  points: number
}

/** Makes the invoice item of a cart line. An item paid with points costs no money and earns no points. */
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

/** Makes the invoice item of a ticket. */
export function itemOfTicket(name: string, price: Cents, vatPercent: number): OrderItem {
  return { name, quantity: 1, price, vatPercent, usePoints: false, points: pointsEarned(price) }
}

/** The highest total of an order. It fits the integer columns of the database. */
export const MAX_ORDER_TOTAL = cents(2_000_000_000)

/** The most points that an order costs. They fit these columns, too. */
export const MAX_ORDER_POINTS = 2_000_000_000

type Priced = Pick<OrderItem, 'quantity' | 'price' | 'usePoints' | 'points'>

/** Adds up the cost of the items, in cents and in points. */
export function costOf(items: readonly Priced[]): { total: Cents; points: number } {
  let total = 0
  let points = 0
  for (const item of items) {
    if (item.usePoints) points += item.points * item.quantity
    else total += item.price * item.quantity
  }
  return { total: cents(total), points }
}

/** Returns the start of the last show of an order's tickets, on which all of it is delivered. Undefined without any. */
export function latestStart(tickets: readonly { startsAt: Date }[]): Date | undefined {
  return tickets.map(({ startsAt }) => startsAt).toSorted((one, other) => other.getTime() - one.getTime())[0]
}
