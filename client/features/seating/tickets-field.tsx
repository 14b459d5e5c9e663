import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, useSyncExternalStore, type ChangeEvent } from 'react'
import type { SeatAvailability } from './seat-availability.ts'

type InputProps = Pick<TextInputProps, 'ref' | 'label' | 'aria-label' | 'description' | 'w' | 'className'>

export type TicketsFieldProps = InputProps & {
  readonly availability: SeatAvailability
  /** The standing place. */
  readonly index: number
  readonly tickets: number
  /** Whether the number cannot be changed now. The field keeps the focus. */
  readonly isLocked: boolean
  readonly onTickets: (tickets: number) => void
}

/**
 * The number of tickets for a standing place. Applies each number immediately, as far as tickets are free. Shows the
 * chosen number when the field loses the focus.
 */
export function TicketsField({ availability, index, tickets, isLocked, onTickets, ...named }: TicketsFieldProps) {
  const free = useSyncExternalStore(availability.subscribe, () => availability.free[index] ?? 0)
  const [unfinished, setUnfinished] = useState<string>()

  function onChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isIncomplete = value === '' || (Number(value) === 0 && isDeletion(nativeEvent))
    setUnfinished(isIncomplete ? value : undefined)
    if (!isIncomplete) onTickets(Math.max(0, Math.floor(Number(value))))
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
        // React keeps an equal number in another notation, such as 1e1 for 10.
        currentTarget.value = String(tickets)
      }}
    />
  )
}

/** Whether an input event deleted text. The rest may be part of a new number, such as the 0 of 10. */
function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}
