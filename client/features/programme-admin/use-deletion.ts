import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './desk.texts.ts'

type Deletion = {
  readonly deletion: () => Promise<unknown>
  readonly name: string
  /** The first part of the key of the list's queries. */
  readonly list: string
  readonly onDeleted: () => unknown
}

/** Deletes a record, tells its name, and fetches the list again. */
export function useDeletion({ deletion, name, list, onDeleted }: Deletion) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: deletion,
    onSuccess: () => {
      toastSuccess(texts.deleted(name))
      void onDeleted()
      return queryClient.invalidateQueries({ queryKey: [list] })
    },
  })
}
