import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isRefusal } from '#client/calls/api-error.ts'
import { toastFailure } from '#client/ui/feedback/toasts.ts'

type Meta = {
  /** The page shows the error itself while it has no data. */
  showsError?: boolean
  /** A background query: its failure is not shown. */
  isUnasked?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
  }
}

/** Caches answers for half a minute. Retries are the task of `api.ts`. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta, state }) => tell(error, meta, state.data !== undefined) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => tell(error, mutation.meta),
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function tell(error: Error, meta: Meta = {}, isThere = false): void {
  // The redirect to the login already tells that the session has ended.
  if (error instanceof ApiError && isRefusal(error)) return
  if (meta.isUnasked || (meta.showsError && !isThere)) return
  toastFailure(error)
}
