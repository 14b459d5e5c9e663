import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { deleteGate } from '#contract/admin-entry.ts'
import { type ChangedGate, createLocationGate, editGate, type GateFields, listGates } from '#contract/admin-gates.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { GateId, LocationId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './locations-admin.texts.ts'

export type GatesOfLocation = ReplyOf<typeof listGates>
export type Gate = GatesOfLocation['gates'][number]

/** Queries the gates of a location and the plans in use there. */
export const gatesQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['gates', id],
    queryFn: ({ signal }) => call(listGates, { params: { id }, signal }),
  })

/** Creates a gate at a location. */
export const sendGate = (id: LocationId, body: GateFields) => call(createLocationGate, { params: { id }, body })

/** Replaces the fields of a gate, based on one of its versions. */
export const sendGateChange = (id: GateId, body: ChangedGate) => call(editGate, { params: { id }, body })

/** Removes a gate. */
export function useRemoveGate(locationId: LocationId, { id, name }: { id: GateId; name: string }) {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(deleteGate, { params: { id } }),
    onSuccess: () => toastSuccess(texts.gateRemoved(name)),
    onSettled: () => client.invalidateQueries({ queryKey: gatesQuery(locationId).queryKey }),
  })
}
