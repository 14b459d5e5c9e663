import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listAdminShows } from '#contract/admin-shows.ts'
import { listAdminPlans } from '#contract/seating-plans.ts'
import type { LocationId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** The record that shows refer to. */
export type ShowsOf = Pick<z.input<typeof listAdminShows.query>, 'artistId' | 'locationId' | 'seatingPlanId'>

/** The number of records that are named. */
const NAMED = 5

/** Queries the first shows of a record. */
export const showsOfQuery = (of: ShowsOf) =>
  queryOptions({
    queryKey: ['admin-shows', 'of', of],
    queryFn: ({ signal }) => call(listAdminShows, { query: { ...of, pageSize: NAMED }, signal }),
  })

/** Queries the first seating plans of a location. */
export const plansOfQuery = (locationId: LocationId) =>
  queryOptions({
    queryKey: ['admin-plans', 'of', locationId],
    queryFn: ({ signal }) => call(listAdminPlans, { query: { locationId, pageSize: NAMED }, signal }),
  })
