import { type Cents, cents } from './money.ts'

/** A place of a show. `pricePercent`: the percentage of the show's price. `fullPrice`: what it costs today. */
type PricedPlace = { pricePercent: number; fullPrice: Cents }

/**
 * Computes the price of a ticket that is moved: in proportion to the percentages of the places, so that it costs what
 * the new place cost when the ticket was sold, and a reduced one stays reduced as much. A dearer place never costs more
 * than today, if the show costs less now.
 */
export function movedPrice(paid: Cents, from: PricedPlace, to: PricedPlace): Cents {
  // Exact to the cent, unlike the proportion of a rounded price.
  if (paid === from.fullPrice) return to.fullPrice
  if (from.pricePercent === 0) return paid
  const proportional = Math.round((paid * to.pricePercent) / from.pricePercent)
  return cents(Math.min(proportional, Math.max(paid, to.fullPrice)))
}

/** How staff prices tickets at the desk. */
export const DESK_PRICES = ['FULL', 'PERCENT', 'PRICE', 'FREE'] as const

export type DeskPrice = (typeof DESK_PRICES)[number]

/**
 * Computes the price of a ticket at the desk. `amount`: the reduction in percent, or the price in cents, which is never
 * above the full one.
 */
export function deskPrice(full: Cents, kind: DeskPrice, amount: number): Cents {
  const prices: Record<DeskPrice, number> = {
    FULL: full,
    PERCENT: Math.round((full * (100 - amount)) / 100),
    PRICE: amount,
    FREE: 0,
  }
  return cents(Math.min(full, Math.max(0, prices[kind])))
}
