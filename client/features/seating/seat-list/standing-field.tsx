import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import type { Choice } from '../use-seat-choice.ts'
import { listTexts } from './seat-list.texts.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly index: number
  readonly choice: Choice
  /** Whether it gets the focus as soon as it is there. */
  readonly isStart: boolean
  /** Whether there is still something to choose for. */
  readonly isOpen: boolean
}

/** How many tickets for a standing place. What can be had of them is taken over at once; the rest is objected to. */
export function StandingField({ availability, index, choice, isStart, isOpen }: Props) {
  const tickets = choice.chosen.get(index) ?? 0
  const own = (['inCart', 'bought'] as const).flatMap((ownership) => {
    const count = availability.own[ownership].get(index)
    return count ? [listTexts.ownHere[ownership](count)] : []
  })
  const [isEmpty, setIsEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isStart) field.current?.focus()
  }, [isStart])
  return (
    <TextInput
      ref={field}
      type="number"
      inputMode="numeric"
      label={listTexts.standingTickets}
      description={[listTexts.freeOf(availability.free[index] ?? 0, availability.capacity[index] ?? 0), ...own].join(
        ' · ',
      )}
      w="14rem"
      readOnly={!isOpen}
      min={0}
      max={availability.free[index] ?? 0}
      value={isEmpty ? '' : tickets}
      onChange={({ currentTarget: { value } }) => {
        setIsEmpty(value === '')
        choice.setTickets(index, Math.max(0, Math.floor(Number(value))))
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => setIsEmpty(false)}
    />
  )
}
