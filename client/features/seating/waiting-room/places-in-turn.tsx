import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState, type ComponentProps } from 'react'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import type { Show } from '../show-header.tsx'
import type { TurnNotice as Notice } from './turn-notice.tsx'
import type { WaitingRoom as Room } from './waiting-room.tsx'
import { arrivalQuery } from './waiting-room.queries.ts'

const WaitingRoom = lazyPart<ComponentProps<typeof Room>>(async () => (await import('./waiting-room.tsx')).WaitingRoom)
const TurnNotice = lazyPart<ComponentProps<typeof Notice>>(async () => (await import('./turn-notice.tsx')).TurnNotice)

const SoldOutNotice = lazyPart(async () => (await import('./sold-out-notice.tsx')).SoldOutNotice)

type Props = {
  readonly show: Show
  /** Shown until it is known whether the customer has to wait. */
  readonly skeleton: ReactNode
  /** Called after the customer has left the line. */
  readonly onLeft: () => Promise<void>
  /** The places, which only load when it is the customer's turn. */
  readonly children: ReactNode
}

/**
 * Shows the places of a show to customers whose turn it is, and the line to all others. A show without a line is shown
 * at once. Its page asks all the same, because a line may have formed.
 */
export function PlacesInTurn({ show, skeleton, onLeft, children }: Props) {
  const { data: arrival, isError } = useQuery(arrivalQuery(show.id))
  const isWaiting = arrival?.state === 'WAITING' || arrival?.state === 'LOT'
  const [hasWaited, setWaited] = useState(false)
  if (isWaiting && !hasWaited) setWaited(true)
  if (isWaiting) {
    return (
      <Suspense fallback={skeleton}>
        <WaitingRoom show={show} arrival={arrival} onLeft={onLeft} />
      </Suspense>
    )
  }
  if (show.hasLine && !arrival && !isError) return skeleton
  return (
    <>
      {arrival?.passUntil !== undefined && arrival.line.isOpen && (
        <Suspense>
          <TurnNotice passUntil={arrival.passUntil} timeZone={show.location.timeZone} hasWaited={hasWaited} />
        </Suspense>
      )}
      {hasWaited && arrival?.line.placesLeft === 'NONE' && (
        <Suspense>
          <SoldOutNotice />
        </Suspense>
      )}
      {children}
    </>
  )
}
