import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, useSyncExternalStore, type ChangeEvent } from 'react'
import type { SeatAvailability } from './seat-availability.ts'

type Named = Pick<TextInputProps, 'ref' | 'label' | 'aria-label' | 'description' | 'w' | 'className'>

export type TicketsFieldProps = Named & {
  readonly availability: SeatAvailability
  /** The standing place. */
  readonly index: number
  readonly tickets: number
  /** Whether the number stays for now; whoever is there keeps the focus. */
  readonly isLocked: boolean
  readonly onTickets: (tickets: number) => void
}

/**
 * How many tickets for a standing place. A number is taken over at once, as far as it can be had; when the field is left
 * it says what is chosen.
 */
export function TicketsField({ availability, index, tickets, isLocked, onTickets, ...named }: TicketsFieldProps) {
  const free = useSyncExternalStore(availability.subscribe, () => availability.free[index] ?? 0)
  const [unfinished, setUnfinished] = useState<string>()

  function onChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isOnItsWay = value === '' || (Number(value) === 0 && isDeletion(nativeEvent))
    setUnfinished(isOnItsWay ? value : undefined)
    if (!isOnItsWay) onTickets(Math.max(0, Math.floor(Number(value))))
  }

  return (
    <TextInput
      {...named}
      type="number"
      inputMode="numeric"
      readOnly={isLocked}
      min={0}
      max={free}
      value={unfinished ?? tickets}
      onChange={onChange}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={({ currentTarget }) => {
        setUnfinished(undefined)
        // Of two ways to write a number, such as 10 and 1e1, React keeps the one that stands there.
        currentTarget.value = String(tickets)
      }}
    />
  )
}

/** Whether something was taken out of a field: what is left may be the end of another number, as the 0 of 10 is. */
function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}
