import type { PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import { bestSpotOf } from '#domain/best-available/best-spot.ts'
import { layoutOfPlan } from '#domain/best-available/layout-of-plan.ts'
import { seatingOf, type Seating } from '#domain/best-available/seating.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { PlaceId, SeatingPlanId } from '#domain/ids.ts'

/** A seating plan, prepared for best available. Never changes after a show uses the plan. */
export type PlanSeats = {
  readonly seating: Seating
  readonly placeIds: readonly PlaceId[]
  readonly indexOf: ReadonlyMap<PlaceId, number>
  /** The capacity of each place. */
  readonly capacities: Int32Array
  readonly sectors: readonly { readonly isAvailable: boolean; readonly pricePercent: number }[]
}

export type PlanSeatsKey = { readonly seatingPlanId: SeatingPlanId; readonly eventType: EventType }

type Plan = {
  readonly plan: PlanColumns
  readonly standing: readonly { readonly id: PlaceId; readonly capacity: number }[]
  readonly eventType: EventType
}

/** Prepares the seats of a plan for best available at events of one type. */
export function planSeatsOf({ plan, standing, eventType }: Plan): PlanSeats {
  const placeIds = Array.from(plan.placeIds, (id) => id as PlaceId)
  const indexOf = new Map(placeIds.map((id, index) => [id, index]))
  const capacities = new Int32Array(plan.count).fill(1)
  for (const { id, capacity } of standing) capacities[indexOf.get(id) ?? -1] = capacity
  const { sectors } = plan
  return { seating: seatingOf(layoutOfPlan(plan), bestSpotOf[eventType]), placeIds, indexOf, capacities, sectors }
}
