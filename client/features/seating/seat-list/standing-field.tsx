import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
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

/** A number of tickets that was asked for, and the number that was chosen then; undefined before the next render. */
type Asked = { readonly wanted: number; readonly got?: number }

/** The number of tickets for a standing place, with the number of free ones, and why fewer are chosen than wanted. */
export function StandingField({ availability, index, tickets, isStart, isOpen, onTickets }: Props) {
  const own = (['inCart', 'bought', 'held'] as const).flatMap((ownership) => {
    const count = availability.own[ownership].get(index)
    return count ? [listTexts.ownHere[ownership](count)] : []
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isStart) field.current?.focus()
  }, [isStart])
  const free = availability.free[index] ?? 0
  const [asked, setAsked] = useState<Asked>()
  if (asked && asked.got === undefined) setAsked({ ...asked, got: tickets })
  const isLimited = asked !== undefined && asked.got === tickets && asked.wanted > tickets

  return (
    <div>
      <TicketsField
        ref={field}
        label={listTexts.standingTickets}
        description={[listTexts.freeOf(free, availability.capacity[index] ?? 0), ...own].join(' · ')}
        w="14rem"
        availability={availability}
        index={index}
        tickets={tickets}
        least={0}
        isLocked={!isOpen}
        onAsked={(wanted) => setAsked({ wanted })}
        onTickets={onTickets}
      />
      {isLimited && (
        <Text size="sm" mt="xs">
          {tickets >= free ? listTexts.onlyLeft(tickets) : listTexts.onlyAllowed(tickets)}
        </Text>
      )}
    </div>
  )
}
