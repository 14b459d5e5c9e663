import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { deleteGate } from '#contract/admin-entry.ts'
import { createLocationGate, editGate, listGates } from '#contract/admin-gates.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { GateId, LocationId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './locations-admin.texts.ts'

export type House = ReplyOf<typeof listGates>
type GateFields = z.input<typeof editGate.body>

/** Queries the gates of a location and the plans in use there. */
export const gatesQuery = (id: LocationId) =>
  queryOptions({
    queryKey: ['gates', id],
    queryFn: ({ signal }) => call(listGates, { params: { id }, signal }),
  })

type Effects = { readonly onSaved: () => void; readonly onRefused: (refusal: Error) => void }

/** Creates a gate at a location, or replaces the fields of one. */
export function useSaveGate(locationId: LocationId, id: GateId | undefined, { onSaved, onRefused }: Effects) {
  const client = useQueryClient()
  return useAction({
    mutationFn: async (body: GateFields) => {
      await (id === undefined
        ? call(createLocationGate, { params: { id: locationId }, body })
        : call(editGate, { params: { id }, body }))
    },
    onSuccess: (_reply, { name }) => {
      toastSuccess(id === undefined ? texts.gateAdded(name) : texts.gateSaved(name))
      onSaved()
    },
    onError: onRefused,
    onSettled: () => client.invalidateQueries({ queryKey: gatesQuery(locationId).queryKey }),
  })
}

/** Removes a gate. */
export function useRemoveGate(locationId: LocationId, { id, name }: { id: GateId; name: string }) {
  const client = useQueryClient()
  return useAction({
    mutationFn: () => call(deleteGate, { params: { id } }),
    onSuccess: () => toastSuccess(texts.gateRemoved(name)),
    onSettled: () => client.invalidateQueries({ queryKey: gatesQuery(locationId).queryKey }),
  })
}
