import type { Cents } from '../money.ts'
import { sectorPrice } from '../sector-price.ts'
import type { ShowId } from '../ids.ts'

/** Shows to come with the same seating plan at the same venue. */
export type ComingShowsGroup = {
  readonly count: number
  /** The price of the cheapest show, and that of the plan's cheapest sector in percent of it. */
  readonly price: Cents
  readonly cheapestPercent: number
  readonly venue: string
  readonly city: string
  readonly timeZone: string
  /** The first of them. */
  readonly showId: ShowId
  readonly startTime: Date
  readonly endTime: Date
}

/** Sums up the shows to come of an event, an artist or a venue. Undefined without one. */
export function comingShows(groups: readonly ComingShowsGroup[]) {
  const [first] = groups.toSorted(
    (one, other) => one.startTime.getTime() - other.startTime.getTime() || one.showId - other.showId,
  )
  if (!first) return undefined
  const { showId: id, startTime, endTime, venue, city, timeZone } = first
  const prices = groups.map(({ price, cheapestPercent }) => sectorPrice(price, cheapestPercent))
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    priceFrom: prices.reduce((least, price) => (price < least ? price : least)),
    cityCount: new Set(groups.map((group) => group.city)).size,
    next: { id, startTime, endTime, venue, city, timeZone },
  }
}
