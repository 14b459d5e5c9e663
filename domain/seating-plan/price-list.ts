import type { ImportedSector } from './imported-places.ts'
import type { Objections } from './objections.ts'

type Named = Pick<ImportedSector, 'calledBy' | 'pricePercent'>

/** Prices in percent of a show's price, by the name of a sector or of a category. */
export class PriceList {
  readonly #percents: ReadonlyMap<string, number>

  constructor(percents: ReadonlyMap<string, number>) {
    this.#percents = percents
  }

  /** What this list says counts most, then what the file says; a sector of which nobody says anything costs 100 percent. */
  percentOf({ calledBy, pricePercent = 100 }: Named): number {
    const name = calledBy.find((known) => this.#percents.has(known))
    return name === undefined ? pricePercent : (this.#percents.get(name) ?? pricePercent)
  }

  /** Objects to every name that no sector goes by. */
  refuseUnknown(sectors: readonly Pick<Named, 'calledBy'>[], objections: Objections): void {
    const known = new Set(sectors.flatMap(({ calledBy }) => calledBy))
    for (const name of this.#percents.keys()) {
      if (known.has(name)) continue
      objections.add(`There is a price for '${name}', but that is none of ${[...known].join('; ')}.`)
    }
  }
}
