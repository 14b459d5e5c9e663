import type * as z from 'zod/mini'
import type { cart } from '#contract/cart.ts'
import { type Cents, cents } from '#domain/money.ts'
import { costOf } from '#domain/orders.ts'
import { pointsEarned } from '#domain/points.ts'
import type { Ticket } from '#client/names/ticket-name.ts'

/** A cart of the API, or its selected part. */
export type Cart = z.output<typeof cart>
export type CartLine = Cart['merchandisePurchases'][number]
export type CartPayment = NonNullable<Cart['payments']>[number]

type Cost = {
  total: Cents
  /** Points to spend, in addition to the money. */
  points: number
  /** Points to earn. */
  earned: number
  ticketCount: number
  ticketTotal: Cents
  pieceCount: number
  pieceTotal: Cents
}

/** Computes the cost of a part of the cart. */
export function costOfSelection({ tickets, merchandisePurchases: lines }: Cart): Cost {
  const pieces = costOf(lines)
  const ticketTotal = cents(tickets.reduce((sum, { price }) => sum + price, 0))
  const paid = lines.filter(({ usePoints }) => !usePoints)
  return {
    total: cents(ticketTotal + pieces.total),
    points: pieces.points,
    earned:
      tickets.reduce((sum, { price }) => sum + pointsEarned(price), 0) +
      paid.reduce((sum, { price, quantity }) => sum + pointsEarned(price) * quantity, 0),
    ticketCount: tickets.length,
    ticketTotal,
    pieceCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    pieceTotal: pieces.total,
  }
}

/** Sums up the points that payments under way have withheld for selected items. */
export function pointsWithheldFor(selected: Cart, payments: readonly CartPayment[] = []): number {
  const lineIds = new Set(selected.merchandisePurchases.map(({ id }) => id))
  const chosen = payments.filter(({ merchandiseIds }) => merchandiseIds.every((id) => lineIds.has(id)))
  return chosen.reduce((sum, { points }) => sum + points, 0)
}

/** Returns the start of the first show of a part of the cart. Undefined for merchandise alone. */
export function firstStartOf({ tickets }: Cart): Date | undefined {
  const starts = tickets.map(({ eventShow }) => Date.parse(eventShow.startTime))
  return starts.length === 0 ? undefined : new Date(Math.min(...starts))
}

/** Groups tickets by show, keeping the order of the shows. */
export function groupByShow(tickets: readonly Ticket[]): Ticket[][] {
  return [...Map.groupBy(tickets, ({ eventShow }) => eventShow.id).values()]
}

const MOST_CHOICES = 100

/** Lists the quantities to choose from: 1 to the limit per customer, and the current one. */
export function quantityChoices({ quantity, merchandiseProduct }: CartLine): number[] {
  const most = Math.min(merchandiseProduct.itemsPerCustomer, MOST_CHOICES)
  const choices = Array.from({ length: most }, (_, index) => index + 1)
  return quantity > most ? [...choices, quantity] : choices
}
