import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isRefusal } from '#client/api.ts'
import { toastError } from '#client/ui/toasts.ts'

/** Set `meta: { showsError: true }` where the page itself tells what went wrong. */
type Meta = { showsError?: boolean }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
  }
}

/** What the server said, kept for half a minute. Repeating a failed call is `api.ts`'s business. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => tell(error, mutation.meta),
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function tell(error: Error, meta: Meta | undefined): void {
  // The end of a session is told once, by whoever leads to the login page.
  if (error instanceof ApiError && isRefusal(error)) return
  if (!meta?.showsError) toastError(error.message)
}
