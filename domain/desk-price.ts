import { type Cents, cents } from './money.ts'

/**
 * Computes the price of a ticket that is moved. A ticket sold at the full price gets that of its new place. One that
 * was reduced or free keeps its price.
 */
export function movedPrice(paid: Cents, fullHere: Cents, fullThere: Cents): Cents {
  return paid === fullHere ? fullThere : paid
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
