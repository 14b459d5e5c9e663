import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import type { WaitingRoomCard } from './waiting-room-card.tsx'

type Props = ComponentProps<typeof WaitingRoomCard>

const Loaded = lazyPart<Props>(async () => (await import('./waiting-room-card.tsx')).WaitingRoomCard)

/** Shows and changes the waiting room of a show, with code that is loaded after that of the page. */
export function LazyWaitingRoomCard(props: Props) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
