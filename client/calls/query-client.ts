import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isRefusal } from '#client/api.ts'
import { toastFailure } from '#client/ui/feedback/toasts.ts'

type Meta = {
  /** The page itself tells what went wrong, as long as it has nothing else to show. */
  showsError?: boolean
  /** Nobody asked for it, so nobody is told when it fails. */
  isUnasked?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
  }
}

/** What the server said, kept for half a minute. Repeating a failed call is `api.ts`'s business. */
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
  // The end of a session is told once, by whoever leads to the login page.
  if (error instanceof ApiError && isRefusal(error)) return
  if (meta.isUnasked || (meta.showsError && !isThere)) return
  toastFailure(error)
}
