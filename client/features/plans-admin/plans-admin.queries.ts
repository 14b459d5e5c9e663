import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { listAdminLocations } from '#contract/admin-locations.ts'
import {
  type changedPlan,
  checkPlanFile,
  deletePlan,
  editPlan,
  getAdminPlan,
  listAdminPlans,
  uploadPlan,
} from '#contract/seating-plans.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { call, uploadFile } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './plans-admin.texts.ts'

export type Plan = ReplyOf<typeof getAdminPlan>
export type CheckedPlan = ReplyOf<typeof checkPlanFile>
export type ReadingOptions = Omit<z.input<typeof checkPlanFile.query>, 'name'>

/** Queries one page of seating plans. */
export const plansQuery = (query: z.input<typeof listAdminPlans.query>) =>
  queryOptions({
    queryKey: ['admin-plans', query],
    queryFn: ({ signal }) => call(listAdminPlans, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a seating plan for editing. */
export const planQuery = (id: SeatingPlanId) =>
  queryOptions({
    queryKey: ['admin-plan', id],
    queryFn: ({ signal }) => call(getAdminPlan, { params: { id }, signal }),
    meta: { showsError: true },
  })

const LOCATIONS_PER_CALL = 100

/** Queries all locations to choose from. */
export const locationChoicesQuery = queryOptions({
  queryKey: ['admin-locations', 'choices'],
  queryFn: async ({ signal }) => {
    const elements: ReplyOf<typeof listAdminLocations>['elements'] = []
    for (let pageIndex = 0; ; pageIndex += 1) {
      const page = await call(listAdminLocations, { query: { pageSize: LOCATIONS_PER_CALL, pageIndex }, signal })
      elements.push(...page.elements)
      if (page.elements.length < LOCATIONS_PER_CALL) return { total: elements.length, elements }
    }
  },
})

/** Checks a plan file on the server, which stores nothing. */
export const planCheckQuery = (file: File, options: ReadingOptions) =>
  queryOptions({
    queryKey: ['plan-check', file.name, file.size, file.lastModified, options],
    queryFn: () => uploadFile(checkPlanFile, file, { query: { ...options, name: nameOfFile(file) } }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    meta: { showsError: true },
  })

/** Names a plan after its file: "great-hall.csv" is "great-hall", and ".csv" keeps its name. */
function nameOfFile({ name }: File): string {
  return (name.replace(/\.[^.]*$/, '').trim() || name).slice(0, 255)
}

/** Creates a seating plan from a file. */
export const sendPlan = (file: File, query: z.input<typeof uploadPlan.query>) => uploadFile(uploadPlan, file, { query })

/** Renames a seating plan, assigns its location, retires or restores it. */
export const sendPlanChange = (id: SeatingPlanId, body: z.input<typeof changedPlan>) =>
  call(editPlan, { params: { id }, body })

/** Deletes a seating plan without shows. */
export function useDeletePlan({ id, name }: Plan, onDeleted: () => unknown) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => call(deletePlan, { params: { id } }),
    onSuccess: () => {
      toastSuccess(texts.deleted(name))
      void onDeleted()
      return queryClient.invalidateQueries({ queryKey: ['admin-plans'] })
    },
    // Loads the uses because of which it was refused.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['admin-plan', id] }),
  })
}
