import type { PlaceId, ShowId } from '#domain/ids.ts'

/** A place of a show. Several shows may have the same places. */
export type PlaceOfShow = { showId: ShowId; placeId: PlaceId }

/** Values of places of several shows. */
export class PlacesOfShows<Value> {
  readonly #ofShow = new Map<ShowId, Map<PlaceId, Value>>()

  constructor(values: Iterable<readonly [PlaceOfShow, Value]> = []) {
    for (const [place, value] of values) this.set(place, value)
  }

  /** Returns the values of one show by place. */
  of(showId: ShowId): ReadonlyMap<PlaceId, Value> {
    return this.#ofShow.get(showId) ?? new Map()
  }

  get({ showId, placeId }: PlaceOfShow): Value | undefined {
    return this.#ofShow.get(showId)?.get(placeId)
  }

  set({ showId, placeId }: PlaceOfShow, value: Value): void {
    const ofShow = this.#ofShow.get(showId) ?? new Map<PlaceId, Value>()
    this.#ofShow.set(showId, ofShow.set(placeId, value))
  }

  *entries(): Generator<[PlaceOfShow, Value]> {
    for (const [showId, ofShow] of this.#ofShow) {
      for (const [placeId, value] of ofShow) yield [{ showId, placeId }, value]
    }
  }
}

/** Compares places in the order in which transactions lock them. */
export function byShowAndPlace(one: PlaceOfShow, other: PlaceOfShow): number {
  return one.showId - other.showId || one.placeId - other.placeId
}
