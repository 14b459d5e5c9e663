import { emptyColumns } from '#contract/compact-seating/plan-columns.ts'
import type { SeatingState } from '#contract/compact-seating/state.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Ownership } from '#domain/seat-choice/seat-choice.ts'
import { isStanding, sectorAt, seatModelOf, type SeatModel } from './seat-model.ts'

/** The occupancy of a place. `capacity` is only given for standing places; it is 1 for a seat. */
export type PlaceState = { readonly placeId: PlaceId; readonly occupied: number; readonly capacity?: number }

/** The customer's own tickets by place. */
type OwnTickets = Readonly<Record<Ownership, ReadonlyMap<number, number>>>

type Listener = (changed: readonly number[]) => void

/** The availability of a model's places. Listeners are called once per batch with the changed places. */
export class SeatAvailability {
  readonly model: SeatModel
  /** Free tickets and all tickets, by place and by sector. */
  readonly free: Int32Array
  readonly capacity: Int32Array
  readonly freeInSector: Int32Array
  readonly capacityOfSector: Int32Array
  own: OwnTickets = { inCart: new Map(), bought: new Map(), held: new Map() }
  /** Increases with every batch that changed something. */
  version = 0
  readonly #listeners = new Set<Listener>()

  /** Starts with all seats free and no standing room. */
  constructor(model: SeatModel) {
    this.model = model
    this.free = new Int32Array(model.count)
    this.capacity = new Int32Array(model.count)
    this.freeInSector = new Int32Array(model.sectors.length)
    this.capacityOfSector = new Int32Array(model.sectors.length)
    for (const { index, isAvailable, rows } of model.sectors) {
      const [first, end] = [rows[0]?.first ?? 0, rows.at(-1)?.end ?? 0]
      this.capacity.fill(1, first, end)
      this.capacityOfSector[index] = end - first
      if (!isAvailable) continue
      this.free.fill(1, first, end)
      this.freeInSector[index] = end - first
    }
  }

  /** Applies the occupancy of some places. Skips unknown places. Returns the changed places. */
  apply(states: Iterable<PlaceState>): readonly number[] {
    const changed: number[] = []
    for (const { placeId, occupied, capacity } of states) {
      const index = this.model.indexOf(placeId)
      if (index !== undefined && this.#set(index, occupied, capacity ?? this.capacity[index] ?? 0)) changed.push(index)
    }
    return this.#notify(changed)
  }

  /** Replaces the state of all places. Returns the changed places. Throws if the state is of another plan. */
  replace({ taken, standing }: SeatingState): readonly number[] {
    if (taken.length !== this.model.count) throw new RangeError('This is the state of another plan')
    const changed: number[] = []
    for (let index = 0; index < taken.length; index++) {
      const occupied = taken[index] ?? 0
      // Fast path: most places are unchanged, and large plans are compared often.
      if (this.free[index] === 1 - occupied && this.capacity[index] === 1) continue
      if (!isStanding(this.model, index) && this.#set(index, occupied, 1)) changed.push(index)
    }
    for (const { index, occupied, capacity } of standing) {
      if (this.#set(index, occupied, capacity)) changed.push(index)
    }
    return this.#notify(changed)
  }

  /** Sets the customer's own places, or those held by the box office, once per ticket. */
  setOwn({ inCart = [], bought = [], held = [] }: Readonly<Partial<Record<Ownership, readonly PlaceId[]>>>): void {
    const previous = this.own
    this.own = { inCart: this.#count(inCart), bought: this.#count(bought), held: this.#count(held) }
    const places = [previous, this.own].flatMap((own) => Object.values(own).flatMap((tickets) => [...tickets.keys()]))
    this.#notify([...new Set(places)])
  }

  /** Returns how the customer owns a taken seat, or undefined. */
  ownAt(index: number): Ownership | undefined {
    if (this.free[index] !== 0) return undefined
    return (['bought', 'inCart', 'held'] as const).find((ownership) => this.own[ownership].has(index))
  }

  /** Whether all places on sale are taken. */
  get isSoldOut(): boolean {
    return this.model.sectors.some(({ isAvailable }) => isAvailable) && this.freeInSector.every((free) => free === 0)
  }

  /** Calls the listener after every batch that changed something. Returns a function that unsubscribes. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls all listeners without a change, so that they can act on a change that they had to ignore. */
  notifyAgain(): void {
    for (const listener of this.#listeners) listener([])
  }

  /** Returns the free tickets of a place: 0 or 1 for a seat. */
  freeAt(placeId: PlaceId): number {
    const index = this.model.indexOf(placeId)
    return index === undefined ? 0 : (this.free[index] ?? 0)
  }

  #count(placeIds: readonly PlaceId[]): Map<number, number> {
    const tickets = new Map<number, number>()
    for (const placeId of placeIds) {
      const index = this.model.indexOf(placeId)
      if (index !== undefined) tickets.set(index, (tickets.get(index) ?? 0) + 1)
    }
    return tickets
  }

  #set(index: number, occupied: number, capacity: number): boolean {
    const { index: sector, isAvailable } = sectorAt(this.model, index)
    const free = isAvailable ? Math.max(0, capacity - occupied) : 0
    const gained = free - (this.free[index] ?? 0)
    const grown = capacity - (this.capacity[index] ?? 0)
    if (gained === 0 && grown === 0) return false
    this.free[index] = free
    this.capacity[index] = capacity
    this.freeInSector[sector] = (this.freeInSector[sector] ?? 0) + gained
    this.capacityOfSector[sector] = (this.capacityOfSector[sector] ?? 0) + grown
    return true
  }

  #notify(changed: readonly number[]): readonly number[] {
    if (changed.length > 0) {
      this.version += 1
      for (const listener of this.#listeners) listener(changed)
    }
    return changed
  }
}

/** The availability while the plan is loading: it has no places. */
export const NOT_LOADED = new SeatAvailability(
  seatModelOf(
    { id: 0 as SeatingPlanId, name: '', aspect: 1, focalPoint: { x: 50, y: 50 }, sectors: [], ...emptyColumns(0) },
    cents(0),
  ),
)
