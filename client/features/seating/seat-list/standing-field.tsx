import { useEffect, useRef } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import { TicketsField } from '../tickets-field.tsx'
import { listTexts } from './seat-list.texts.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly index: number
  readonly tickets: number
  /** Whether it gets the focus when it is mounted. */
  readonly isStart: boolean
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
  readonly onTickets: (tickets: number) => void
}

/** The number of tickets for a standing place, with the number of free ones. */
export function StandingField({ availability, index, tickets, isStart, isOpen, onTickets }: Props) {
  const own = (['inCart', 'bought', 'held'] as const).flatMap((ownership) => {
    const count = availability.own[ownership].get(index)
    return count ? [listTexts.ownHere[ownership](count)] : []
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isStart) field.current?.focus()
  }, [isStart])
  return (
    <TicketsField
      ref={field}
      label={listTexts.standingTickets}
      description={[listTexts.freeOf(availability.free[index] ?? 0, availability.capacity[index] ?? 0), ...own].join(
        ' · ',
      )}
      w="14rem"
      availability={availability}
      index={index}
      tickets={tickets}
      isLocked={!isOpen}
      onTickets={onTickets}
    />
  )
}
