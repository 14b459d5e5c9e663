import { cents, type Cents } from '#domain/money.ts'
import type { SeatAvailability } from '../seat-availability.ts'

export type PriceCategory = {
  readonly price: Cents
  readonly sectors: readonly string[]
  readonly places: number
  /** The price of all places together. */
  readonly revenue: Cents
}

/** Groups the sectors on sale by their price, the highest price first. */
export function priceCategoriesOf({ model, capacityOfSector }: SeatAvailability): PriceCategory[] {
  const byPrice = Map.groupBy(
    model.sectors.filter(({ isAvailable }) => isAvailable),
    ({ price }) => price,
  )
  return [...byPrice]
    .map(([price, sectors]) => {
      const places = sectors.reduce((sum, { index }) => sum + (capacityOfSector[index] ?? 0), 0)
      return { price, sectors: sectors.map(({ name }) => name), places, revenue: cents(price * places) }
    })
    .toSorted((one, other) => other.price - one.price)
}
