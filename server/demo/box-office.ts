import type { PlaceId, SeatingPlanId, ShowId } from '#domain/ids.ts'
import { byPlaceType } from '#domain/tickets/places.ts'
import type { PlaceOnSale, ShowOnSale } from './on-sale.sql.ts'
import type { Random } from './random.ts'

/** Places of one plan, rows and standing places in the plan's order. The better ones mostly come first. */
type PlanPlaces = { capacity: number; rows: PlaceOnSale[][]; standing: PlaceOnSale[] }

const MAX_ATTEMPTS = 10
const STANDING_SHARE = 0.25
/** Above 1, earlier rows of a plan are more likely. */
const EARLY_ROW_BIAS = 1.2

/** Allocates places of shows and remembers the taken ones. */
export class BoxOffice {
  readonly #plans: Map<SeatingPlanId, PlanPlaces>
  readonly #taken = new Map<ShowId, Map<PlaceId, number>>()

  constructor(places: readonly PlaceOnSale[]) {
    const byPlan = Map.groupBy(places, ({ seatingPlanId }) => seatingPlanId)
    this.#plans = new Map([...byPlan].map(([id, all]) => [id, planPlaces(all)]))
  }

  capacityOf(show: ShowOnSale): number {
    return this.#planOf(show).capacity
  }

  /** Takes adjacent places of a random row, or room in a standing place. Returns an empty list when it finds none. */
  takeSome(show: ShowOnSale, count: number, random: Random): PlaceOnSale[] {
    const { rows, standing } = this.#planOf(show)
    if (standing.length > 0 && random.share() < STANDING_SHARE) {
      const place = random.pick(standing)
      if (place.capacity - this.#takenOf(show, place) >= count) return this.#take(show, Array(count).fill(place))
    }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const row = rows[Math.floor(random.share() ** EARLY_ROW_BIAS * rows.length)] ?? []
      const run = this.#freeRun(show, row, { count, from: random.share() })
      if (run) return this.#take(show, run)
    }
    return []
  }

  /** Takes the first free adjacent places of a sector. Throws a RangeError when there are none. */
  takeIn(show: ShowOnSale, sectorName: string, count: number): PlaceOnSale[] {
    for (const row of this.#planOf(show).rows) {
      if (row[0]?.sectorName !== sectorName) continue
      const run = this.#freeRun(show, row, { count, from: 0.5 })
      if (run) return this.#take(show, run)
    }
    throw new RangeError(`${show.eventTitle} has no ${count} places side by side in '${sectorName}'.`)
  }

  /** Frees a taken place. */
  giveBack(show: ShowOnSale, place: PlaceOnSale): void {
    this.#taken.get(show.id)?.set(place.id, this.#takenOf(show, place) - 1)
  }

  #planOf(show: ShowOnSale): PlanPlaces {
    const plan = this.#plans.get(show.seatingPlanId)
    if (!plan) throw new RangeError(`${show.eventTitle} has no seating plan.`)
    return plan
  }

  /** Finds `count` free adjacent places of a row. `from` (0 to 1) is where the search starts; it wraps around. */
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

function planPlaces(places: readonly PlaceOnSale[]): PlanPlaces {
  const { SITTING: seats, STANDING: standing } = byPlaceType(places)
  const rowOf = ({ sectorName, rowName }: PlaceOnSale) => `${sectorName}/${rowName}`
  return {
    capacity: places.reduce((sum, place) => sum + place.capacity, 0),
    rows: [...Map.groupBy(seats, rowOf).values()],
    standing,
  }
}
