import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import type { Publication } from './publication.tsx'

type Props = ComponentProps<typeof Publication>

const Loaded = lazyPart<Props>(async () => (await import('./publication.tsx')).Publication)

/** Shows and changes the publication of a record, with code that is loaded after that of the page. */
export function LazyPublication(props: Props) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
