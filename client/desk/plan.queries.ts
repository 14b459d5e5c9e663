import { queryOptions } from '@tanstack/react-query'
import { getAdminPlan } from '#contract/seating-plans.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** Queries a plan with the numbers of places of its sectors and standing places. */
export const planSectorsQuery = (id: SeatingPlanId) =>
  queryOptions({
    queryKey: ['admin-plan', id],
    queryFn: ({ signal }) => call(getAdminPlan, { params: { id }, signal }),
  })
