import type * as z from 'zod/mini'
import type { cart } from '#contract/cart.ts'
import { type Cents, cents } from '#domain/money.ts'
import { costOf } from '#domain/orders.ts'
import { pointsEarned } from '#domain/points.ts'
import type { Ticket } from '#client/names/ticket-name.ts'

/** The cart as the server shows it, or the part of it that is to be bought. */
export type Cart = z.output<typeof cart>
export type CartLine = Cart['merchandisePurchases'][number]

type Cost = {
  total: Cents
  /** Points it costs, beside the money. */
  points: number
  /** Points it earns. */
  earned: number
  ticketCount: number
  ticketTotal: Cents
  pieceCount: number
  pieceTotal: Cents
}

/** What a part of the cart comes to. */
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

/** Tickets by their show, in the order in which the shows come. */
export function groupByShow(tickets: readonly Ticket[]): Ticket[][] {
  return [...Map.groupBy(tickets, ({ eventShow }) => eventShow.id).values()]
}

const MOST_CHOICES = 100

/** The quantities to choose from: from 1 to what one customer may have, and the one that is chosen already. */
export function quantityChoices({ quantity, merchandiseProduct }: CartLine): number[] {
  const most = Math.min(merchandiseProduct.itemsPerCustomer, MOST_CHOICES)
  const choices = Array.from({ length: most }, (_, index) => index + 1)
  return quantity > most ? [...choices, quantity] : choices
}
