import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, useSyncExternalStore, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { afterPress } from '#client/ui/after-press.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { StepButton } from './step-button.tsx'
import classes from './tickets-field.module.css'

type InputProps = Pick<TextInputProps, 'ref' | 'label' | 'aria-label' | 'description' | 'w'>

export type TicketsFieldProps = InputProps & {
  readonly availability: SeatAvailability
  /** The standing place. */
  readonly index: number
  readonly tickets: number
  /** The lowest number to which the buttons lead. */
  readonly least: 0 | 1
  /** The name of the place, for the names of the buttons where several fields may be seen. */
  readonly place?: string
  /** Whether the number cannot be changed now. The field keeps the focus. */
  readonly isLocked: boolean
  readonly onTickets: (tickets: number) => void
  /** Called with each typed or stepped number before it is applied. */
  readonly onAsked?: (tickets: number) => void
}

/**
 * The number of tickets for a standing place, between the buttons that change it. Applies each number immediately, as
 * far as tickets are free, but a typed 0 only on Enter or when the field loses the focus, because it may be the
 * beginning of another number. Ignores numbers below 0. Shows the chosen number when the field loses the focus.
 */
export function TicketsField({
  availability,
  index,
  tickets,
  least,
  place,
  isLocked,
  onTickets,
  onAsked,
  ...named
}: TicketsFieldProps) {
  const free = useSyncExternalStore(availability.subscribe, () => availability.free[index] ?? 0)
  const [unfinished, setUnfinished] = useState<string>()

  function onChange({ currentTarget: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const wanted = Math.floor(Number(value))
    const isComplete = wanted > 0 || (wanted === 0 && value !== '' && !isTyped(nativeEvent))
    setUnfinished(isComplete ? undefined : value)
    if (isComplete) ask(wanted)
  }

  function ask(wanted: number) {
    onAsked?.(wanted)
    onTickets(wanted)
  }

  /** Steps up beyond the free tickets, too, because the answer tells the reason for fewer. */
  function stepBy(step: 1 | -1) {
    if (isLocked || tickets + step < least) return
    setUnfinished(undefined)
    ask(tickets + step)
  }

  function onBlur({ currentTarget }: FocusEvent<HTMLInputElement>) {
    setUnfinished(undefined)
    // React keeps an equal number in another notation, such as 1e1 for 10.
    currentTarget.value = String(tickets)
    if (isZero(unfinished)) afterPress(() => onTickets(0))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !isZero(unfinished)) return
    // The next control gets the focus, and would be pressed by the same key.
    event.preventDefault()
    onTickets(0)
  }

  return (
    <TextInput
      {...named}
      className={classes['field'] ?? ''}
      leftSection={
        <StepButton step={-1} place={place} isEnd={isLocked || tickets <= least} onStep={() => stepBy(-1)} />
      }
      rightSection={<StepButton step={1} place={place} isEnd={isLocked || tickets >= free} onStep={() => stepBy(1)} />}
      type="number"
      inputMode="numeric"
      readOnly={isLocked}
      min={0}
      max={free}
      value={unfinished ?? tickets}
      onChange={onChange}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  )
}

/** Tells whether an input event typed or deleted text, in contrast to a step by an arrow key. */
function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType !== ''
}

/** Tells whether 0 tickets were typed: not nothing, and no number below 0. */
function isZero(typed: string | undefined): boolean {
  return typed !== undefined && typed !== '' && Math.floor(Number(typed)) === 0
}
