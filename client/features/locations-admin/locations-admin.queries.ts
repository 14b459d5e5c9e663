import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type changedLocation,
  createLocation,
  deleteLocation,
  editLocation,
  getAdminLocation,
  listAdminLocations,
  type newLocation,
} from '#contract/admin-locations.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { LocationId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './locations-admin.texts.ts'

export type Location = ReplyOf<typeof getAdminLocation>

/** Queries one page of locations. */
export const locationsQuery = (query: z.input<typeof listAdminLocations.query>) =>
  queryOptions({
    queryKey: ['admin-locations', query],
    queryFn: ({ signal }) => call(listAdminLocations, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a location for editing. */
export const locationQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['admin-location', id],
    queryFn: ({ signal }) => call(getAdminLocation, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Creates a location. */
export const sendLocation = (body: z.input<typeof newLocation>) => call(createLocation, { body })

/** Replaces the fields of a location. */
export const sendLocationChange = (id: LocationId, body: z.input<typeof changedLocation>) =>
  call(editLocation, { params: { id }, body })

/** Deletes a location without shows. */
export function useDeleteLocation(location: Location, onDeleted: () => unknown) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => call(deleteLocation, { params: location }),
    onSuccess: () => {
      toastSuccess(texts.deleted(location.name))
      void onDeleted()
      return queryClient.invalidateQueries({ queryKey: ['admin-locations'] })
    },
    // Loads the uses because of which it was refused.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['admin-location', location.id] }),
  })
}
