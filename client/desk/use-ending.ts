import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'

type Settings<Result, Input> = {
  readonly mutationFn: (input: Input) => Promise<Result>
  readonly success: string
  /** Closes the question. */
  readonly onEnded: () => void
}

/**
 * Runs the action of a question. Refetches before the question closes, so that the focus goes to a button that stays.
 */
export function useEnding<Result, Input>({ mutationFn, success, onEnded }: Settings<Result, Input>) {
  const client = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: () => toastSuccess(success),
    onSettled: async (_result, failure) => {
      await client.invalidateQueries()
      if (!failure) onEnded()
    },
  })
}
