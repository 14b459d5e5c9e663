import { queryOptions } from '@tanstack/react-query'
import { getPlanPlaces } from '#contract/admin-seating-plans.ts'
import { readPlan } from '#contract/compact-seating/read-plan.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { callCompact } from '#client/api.ts'

/** The places of a plan, which never change. Without structural sharing, like those of a show. */
export const planPlacesQuery = (id: SeatingPlanId) =>
  queryOptions({
    queryKey: ['admin-plan-places', id],
    queryFn: ({ signal }) =>
      callCompact(getPlanPlaces, { params: { id }, signal }, async (answer) => readPlan(await answer.json())),
    staleTime: Infinity,
    structuralSharing: false,
  })
