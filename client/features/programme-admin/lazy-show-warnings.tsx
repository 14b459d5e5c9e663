import { lazyPart } from '#client/shell/lazy-part.tsx'
import type { ShowWarningsProps } from './show-warnings.tsx'

/** Shows what the server finds odd about shows, with code that is loaded when there is something. */
export const LazyShowWarnings = lazyPart<ShowWarningsProps>(
  async () => (await import('./show-warnings.tsx')).ShowWarnings,
)
