import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions, type Session } from '#contract/sessions.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './sessions.texts.ts'

export const PAGE_SIZE = 5

/** Queries one page of the user's sessions. */
export const sessionsQuery = (pageIndex: number) =>
  queryOptions({
    queryKey: ['sessions', pageIndex],
    queryFn: ({ signal }) => call(listSessions, { query: { pageIndex, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Ends one of the user's sessions. */
export function useEndSession({ id }: Session) {
  const reload = useReloadSessions()
  return useAction({
    mutationFn: () => call(endSession, { params: { id } }),
    onSuccess: () => toastSuccess(texts.ended),
    onSettled: reload,
  })
}

/** Ends all sessions of the user except that of this browser. */
export function useEndOtherSessions() {
  const reload = useReloadSessions()
  return useAction({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => toastSuccess(texts.othersEnded),
    onSettled: reload,
  })
}

function useReloadSessions(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['sessions'] })
}
