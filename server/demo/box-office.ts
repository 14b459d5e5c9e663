import type { EventType } from '#domain/event-types.ts'
import type { PlaceId, ProductId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Random } from './random.ts'

export type ShowOnSale = {
  id: ShowId
  eventTitle: string
  eventType: EventType
  startsAt: Date
  price: Cents
  vatPercent: number
  seatingPlanId: SeatingPlanId
  timeZone: string
}

export type PlaceOnSale = {
  id: PlaceId
  seatingPlanId: SeatingPlanId
  placeType: 'SITTING' | 'STANDING'
  sectorName: string
  rowName: string
  seatNumber: number
  pricePercent: number
  capacity: number
}

export type ProductOnSale = {
  id: ProductId
  name: string
  price: Cents
  points: number
  stock: number
  itemsPerCustomer: number
  vatPercent: number
}

/** Rows and standing places in the order of the plan: the better ones, on the whole, come first. */
type House = { capacity: number; rows: PlaceOnSale[][]; standing: PlaceOnSale[] }

const TRIES = 10
const STANDING_SHARE = 0.25
const TASTE = 1.2

/** Hands out places and remembers what is gone. */
export class BoxOffice {
  readonly #venues: Map<SeatingPlanId, House>
  readonly #taken = new Map<ShowId, Map<PlaceId, number>>()

  constructor(places: readonly PlaceOnSale[]) {
    const byPlan = Map.groupBy(places, ({ seatingPlanId }) => seatingPlanId)
    this.#venues = new Map([...byPlan].map(([id, all]) => [id, venueOf(all)]))
  }

  capacityOf(show: ShowOnSale): number {
    return this.#venueOf(show).capacity
  }

  /** Places side by side in a row that chance finds, sooner a better one, or room to stand. Empty when none is found. */
  takeSome(show: ShowOnSale, count: number, random: Random): PlaceOnSale[] {
    const { rows, standing } = this.#venueOf(show)
    if (standing.length > 0 && random.share() < STANDING_SHARE) {
      const place = random.pick(standing)
      if (place.capacity - this.#takenOf(show, place) >= count) return this.#take(show, Array(count).fill(place))
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const row = rows[Math.floor(random.share() ** TASTE * rows.length)] ?? []
      const run = this.#freeRun(show, row, { count, from: random.share() })
      if (run) return this.#take(show, run)
    }
    return []
  }

  /** The first places of a sector that are free side by side. Throws when there are none. */
  takeIn(show: ShowOnSale, sectorName: string, count: number): PlaceOnSale[] {
    for (const row of this.#venueOf(show).rows) {
      if (row[0]?.sectorName !== sectorName) continue
      const run = this.#freeRun(show, row, { count, from: 0.5 })
      if (run) return this.#take(show, run)
    }
    throw new RangeError(`${show.eventTitle} has no ${count} places side by side in '${sectorName}'.`)
  }

  /** Gives a place back. */
  giveBack(show: ShowOnSale, place: PlaceOnSale): void {
    this.#taken.get(show.id)?.set(place.id, this.#takenOf(show, place) - 1)
  }

  #venueOf(show: ShowOnSale): House {
    const venue = this.#venues.get(show.seatingPlanId)
    if (!venue) throw new RangeError(`${show.eventTitle} has no seating plan.`)
    return venue
  }

  /** As many free places side by side as wanted; looked for from a share of the row on, then from its beginning. */
  #freeRun(show: ShowOnSale, row: readonly PlaceOnSale[], { count, from }: { count: number; from: number }) {
    const last = row.length - count
    if (last < 0) return undefined
    const start = Math.floor(from * (last + 1))
    for (let step = 0; step <= last; step += 1) {
      const first = (start + step) % (last + 1)
      const run = row.slice(first, first + count)
      if (run.every((place) => this.#takenOf(show, place) === 0)) return run
    }
    return undefined
  }

  #takenOf(show: ShowOnSale, place: PlaceOnSale): number {
    return this.#taken.get(show.id)?.get(place.id) ?? 0
  }

  #take(show: ShowOnSale, places: PlaceOnSale[]): PlaceOnSale[] {
    const taken = this.#taken.get(show.id) ?? new Map<PlaceId, number>()
    this.#taken.set(show.id, taken)
    for (const place of places) taken.set(place.id, (taken.get(place.id) ?? 0) + 1)
    return places
  }
}

function venueOf(places: readonly PlaceOnSale[]): House {
  const seats = places.filter(({ placeType }) => placeType === 'SITTING')
  const rowOf = ({ sectorName, rowName }: PlaceOnSale) => `${sectorName}/${rowName}`
  return {
    capacity: places.reduce((sum, place) => sum + place.capacity, 0),
    rows: [...Map.groupBy(seats, rowOf).values()],
    standing: places.filter(({ placeType }) => placeType === 'STANDING'),
  }
}
