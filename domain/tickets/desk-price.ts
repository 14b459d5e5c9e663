import { type Cents, cents } from '../money.ts'
import { sectorPrice } from '../sector-price.ts'

/** A place of a show. `pricePercent`: the percentage of the show's price. `fullPrice`: what it costs today. */
type PricedPlace = { pricePercent: number; fullPrice: Cents }

/**
 * Computes the price of a ticket that is moved: in proportion to the percentages of the places, so that it costs what
 * the new place cost when the ticket was sold, and a reduced one stays reduced as much. A dearer place never costs more
 * than today, if the show costs less now.
 */
export function movedPrice(paid: Cents, from: PricedPlace, to: PricedPlace): Cents {
  if (paid === from.fullPrice) return to.fullPrice
  if (from.pricePercent === 0) return paid
  const showPrice = showPriceOf(paid, from.pricePercent)
  const then = showPrice
    ? sectorPrice(showPrice, to.pricePercent)
    : Math.round((paid * to.pricePercent) / from.pricePercent)
  return cents(Math.min(then, Math.max(paid, to.fullPrice)))
}

/** Steps of prices in cents, the roundest first. */
const STEPS = [100, 50, 10, 5, 1]

/**
 * Finds the price of a show at which a place cost `paid`: the roundest one, because the price of a place is rounded
 * down. Returns undefined if there is none, as for some reduced tickets.
 */
function showPriceOf(paid: Cents, pricePercent: number): Cents | undefined {
  const least = Math.ceil((paid * 100) / pricePercent)
  const tooMuch = ((paid + 1) * 100) / pricePercent
  const price = STEPS.map((step) => Math.ceil(least / step) * step).find((candidate) => candidate < tooMuch)
  return price === undefined ? undefined : cents(price)
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
