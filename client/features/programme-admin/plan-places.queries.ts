import { queryOptions } from '@tanstack/react-query'
import { getAdminPlan } from '#contract/seating-plans.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** Queries the sectors of a plan with their places. */
export const planPlacesQuery = (id: SeatingPlanId) =>
  queryOptions({
    queryKey: ['admin-plan', id],
    queryFn: ({ signal }) => call(getAdminPlan, { params: { id }, signal }),
  })
