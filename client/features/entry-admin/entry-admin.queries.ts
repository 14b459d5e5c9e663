import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  createGate,
  createPairing,
  deleteGate,
  editShowEntry,
  getShowEntry,
  revokeDevice,
} from '#contract/admin-entry.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { EntryDeviceId, GateId, ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './entry-admin.texts.ts'

export type ShowEntry = ReplyOf<typeof getShowEntry>
export type Pairing = ReplyOf<typeof createPairing>

const REFRESH_MS = 3_000

/** Queries the entry of a show, again every few seconds. */
export const showEntryQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['show-entry', id],
    queryFn: ({ signal }) => call(getShowEntry, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { showsError: true },
  })

/** Creates the code of a pairing. */
export function usePairing(id: ShowId, onCreated: (pairing: Pairing) => void) {
  return useAction({
    mutationFn: (body: z.input<typeof createPairing.body>) => call(createPairing, { params: { id }, body }),
    onSuccess: onCreated,
  })
}

type Effects = { readonly onDone?: () => void; readonly onFailed?: (error: Error) => void }

function useChange<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  success: string,
  { onDone, onFailed }: Effects = {},
) {
  const client = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: () => {
      toastSuccess(success)
      onDone?.()
    },
    ...(onFailed && { onError: onFailed }),
    onSettled: () => client.invalidateQueries({ queryKey: ['show-entry'] }),
  })
}

/** Revokes a scanner. */
export const useRevoke = (id: EntryDeviceId) =>
  useChange<void>(() => call(revokeDevice, { params: { id } }), texts.isRevoked)

/** Adds a gate to the location of a show. */
export const useAddGate = (id: ShowId, effects: Effects) =>
  useChange(
    (body: z.input<typeof createGate.body>) => call(createGate, { params: { id }, body }),
    texts.gateAdded,
    effects,
  )

/** Removes a gate. */
export const useRemoveGate = (id: GateId) =>
  useChange<void>(() => call(deleteGate, { params: { id } }), texts.gateRemoved)

/** Saves the rules of a show's entry. */
export const saveRules = (id: ShowId, body: z.input<typeof editShowEntry.body>) =>
  call(editShowEntry, { params: { id }, body })
