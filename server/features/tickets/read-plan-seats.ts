import { houseOfPlan } from '#domain/best-available/house-of-plan.ts'
import { seatingOf, type Seating } from '#domain/best-available/seating.ts'
import { bestSpotOf } from '#domain/best-available/best-spot.ts'
import type { EventType } from '#domain/event-types.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import {
  selectPlaces,
  selectSeatingPlan,
  selectSectors,
  selectStandingPlaces,
} from '#server/features/seating/seating.sql.ts'

/** A plan as whoever looks for good places in it needs it. Once a show has it, it never changes. */
export type PlanSeats = {
  readonly seating: Seating
  readonly placeIds: readonly PlaceId[]
  readonly indexOf: ReadonlyMap<PlaceId, number>
  /** How many people each place is for. */
  readonly capacities: Int32Array
  readonly sectors: readonly { readonly isAvailable: boolean; readonly pricePercent: number }[]
}

export type AskedSeats = { readonly seatingPlanId: SeatingPlanId; readonly eventType: EventType }

/** Looks over the seats of a plan, for an event of this kind. */
export async function readPlanSeats(db: Db, { seatingPlanId, eventType }: AskedSeats): Promise<PlanSeats> {
  const plan = await selectSeatingPlan(db, seatingPlanId)
  if (!plan) throw problem('not_found', { what: 'seating plan' })
  const sectors = await selectSectors(db, [seatingPlanId])
  const placesOf = Map.groupBy(await selectPlaces(db, seatingPlanId), ({ sectorId }) => sectorId)
  const { placeIds, ...house } = houseOfPlan({
    aspect: plan.aspect,
    focalPoint: { x: plan.focalX, y: plan.focalY },
    sectors: sectors.map((sector) => ({ ...sector, places: placesOf.get(sector.id) ?? [] })),
  })
  const indexOf = new Map(placeIds.map((id, index) => [id, index]))
  const capacities = new Int32Array(placeIds.length).fill(1)
  for (const { id, capacity } of await selectStandingPlaces(db, seatingPlanId)) {
    capacities[indexOf.get(id) ?? -1] = capacity
  }
  return { seating: seatingOf(house, bestSpotOf[eventType]), placeIds, indexOf, capacities, sectors }
}
