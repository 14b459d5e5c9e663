import { emptyColumns } from '#contract/compact-seating/plan-columns.ts'
import type { SeatingState } from '#contract/compact-seating/state.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Ownership } from '#domain/seat-choice/seat-choice.ts'
import { isStanding, sectorAt, seatModelOf, type SeatModel } from './seat-model.ts'

/** How full a place is now. A seat has room for one; `capacity` is told of standing places only. */
export type PlaceState = { readonly placeId: PlaceId; readonly occupied: number; readonly capacity?: number }

/** The customer's own tickets by place. */
type OwnTickets = Readonly<Record<Ownership, ReadonlyMap<number, number>>>

type Listener = (changed: readonly number[]) => void

/** What can still be had of a model's places. Changes come in batches; whoever listens hears which places differ. */
export class SeatAvailability {
  readonly model: SeatModel
  /** Tickets still to be had, and tickets there are, by place and by sector. */
  readonly free: Int32Array
  readonly capacity: Int32Array
  readonly freeInSector: Int32Array
  readonly capacityOfSector: Int32Array
  own: OwnTickets = { inCart: new Map(), bought: new Map() }
  /** Grows with every batch that changed something. */
  version = 0
  readonly #listeners = new Set<Listener>()

  /** Until something else is heard, all seats are free and nobody may stand. */
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

  /** Takes over how some places stand and answers which changed by it. Unknown places are passed over. */
  apply(states: Iterable<PlaceState>): readonly number[] {
    const changed: number[] = []
    for (const { placeId, occupied, capacity } of states) {
      const index = this.model.indexOf(placeId)
      if (index !== undefined && this.#put(index, occupied, capacity ?? this.capacity[index] ?? 0)) changed.push(index)
    }
    return this.#tell(changed)
  }

  /** Takes over how all places stand and answers which changed by it. */
  replace({ taken, standing }: SeatingState): readonly number[] {
    if (taken.length !== this.model.count) throw new RangeError('This is the state of another plan')
    const changed: number[] = []
    for (let index = 0; index < taken.length; index++) {
      const occupied = taken[index] ?? 0
      // Most are as they were: a whole house is looked through again and again.
      if (this.free[index] === 1 - occupied && this.capacity[index] === 1) continue
      if (!isStanding(this.model, index) && this.#put(index, occupied, 1)) changed.push(index)
    }
    for (const { index, occupied, capacity } of standing) {
      if (this.#put(index, occupied, capacity)) changed.push(index)
    }
    return this.#tell(changed)
  }

  /** Takes over which places are the customer's own, once per ticket. */
  hold({ inCart, bought }: Readonly<Record<Ownership, readonly PlaceId[]>>): void {
    const before = this.own
    this.own = { inCart: this.#count(inCart), bought: this.#count(bought) }
    const places = [before, this.own].flatMap((own) => [...own.inCart.keys(), ...own.bought.keys()])
    this.#tell([...new Set(places)])
  }

  /** How a taken seat is the customer's own, if it is. */
  ownAt(index: number): Ownership | undefined {
    if (this.free[index] !== 0) return undefined
    if (this.own.bought.has(index)) return 'bought'
    return this.own.inCart.has(index) ? 'inCart' : undefined
  }

  /** Whether nothing is left of what there was to be had. */
  get isSoldOut(): boolean {
    return this.model.sectors.some(({ isAvailable }) => isAvailable) && this.freeInSector.every((free) => free === 0)
  }

  /** Calls back after every batch that changed something, until the answer is called. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back though nothing changed: who had to wait may act now on what is known. */
  remind(): void {
    for (const listener of this.#listeners) listener([])
  }

  /** Tickets still to be had of a place: one or none for a seat. */
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

  #put(index: number, occupied: number, capacity: number): boolean {
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

  #tell(changed: readonly number[]): readonly number[] {
    if (changed.length > 0) {
      this.version += 1
      for (const listener of this.#listeners) listener(changed)
    }
    return changed
  }
}

/** What is known while the plan is on its way: no place at all. */
export const nothingKnown = new SeatAvailability(
  seatModelOf(
    { id: 0 as SeatingPlanId, name: '', aspect: 1, focalPoint: { x: 50, y: 50 }, sectors: [], ...emptyColumns(0) },
    cents(0),
  ),
)
