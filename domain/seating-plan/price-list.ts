import type { ImportedSector } from './imported-places.ts'
import type { Objections } from './objections.ts'

type PricedSector = Pick<ImportedSector, 'priceNames' | 'pricePercent'>

/** Prices in percent of a show's price, by the name of a sector or of a category. */
export class PriceList {
  readonly #percents: ReadonlyMap<string, number>

  constructor(percents: ReadonlyMap<string, number>) {
    this.#percents = percents
  }

  /** Returns the price of a sector: of this list if it has one, else of the file, else 100 percent. */
  percentOf({ priceNames, pricePercent = 100 }: PricedSector): number {
    const name = priceNames.find((known) => this.#percents.has(known))
    return name === undefined ? pricePercent : (this.#percents.get(name) ?? pricePercent)
  }

  /** Adds an objection for every name in the list that belongs to no sector. */
  checkNames(sectors: readonly Pick<PricedSector, 'priceNames'>[], objections: Objections): void {
    const known = new Set(sectors.flatMap(({ priceNames }) => priceNames))
    for (const name of this.#percents.keys()) {
      if (known.has(name)) continue
      objections.add(`There is a price for '${name}', but that is none of ${[...known].join('; ')}.`)
    }
  }
}
