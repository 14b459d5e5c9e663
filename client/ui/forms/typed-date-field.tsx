import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { type ComponentType, type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { toastError } from '../feedback/toasts.ts'
import type { CalendarProps } from './calendar-popover.tsx'
import classes from './typed-date-field.module.css'

export type DateFieldProps = {
  readonly label: string
  readonly value?: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly required?: boolean
  readonly minDate?: Date
}

type Props = DateFieldProps & {
  readonly placeholder: string
  /** Reads a typed text to a value. Undefined if it cannot be read. */
  readonly read: (text: string) => string | undefined
  /** Writes a value as its field shows it. Undefined if it is a text that could not be read. */
  readonly write: (value: string) => string | undefined
  /** The time of a day that is chosen without one: HH:mm. */
  readonly defaultTimeValue?: string | undefined
  /** Loads the calendar, which is larger than most pages, when it is opened. */
  readonly loadCalendar: () => Promise<ComponentType<CalendarProps>>
}

/** Edits a date by typing or with a calendar. The value is '' for none, or a text that could not be read. */
export function TypedDateField({ value = '', onChange, onBlur, read, write, loadCalendar, ...props }: Props) {
  const { minDate, defaultTimeValue, ...input } = props
  const { label } = input
  const [typed, setTyped] = useState<string>()
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>()
  const field = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const valueOf = (text: string) => (text.trim() === '' ? '' : (read(text) ?? text))
  // The typed text stays as it is while it has the focus, unless the value changes from outside.
  const text = typed !== undefined && valueOf(typed) === value ? typed : (write(value) ?? value)
  const isClearable = text !== '' && input.required !== true
  const prepare = () => void loadCalendar().catch(() => undefined)
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (field.current?.contains(relatedTarget) || relatedTarget?.closest('[data-calendar]')) return
    setTyped(undefined)
    onBlur?.()
  }
  const close = () => {
    setCalendar(undefined)
    opener.current?.focus()
    onBlur?.()
  }
  return (
    <div ref={field} className={classes['field']} onBlur={leave}>
      <TextInput
        {...input}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(valueOf(currentTarget.value))
        }}
        rightSectionWidth={isClearable ? '4.5rem' : undefined}
        rightSection={
          <Group gap={0} wrap="nowrap">
            {isClearable && (
              <ActionIcon
                variant="subtle"
                aria-label={`Clear ${label}`}
                onClick={() => {
                  setTyped(undefined)
                  onChange('')
                }}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon
              ref={opener}
              variant="subtle"
              aria-label={`${label}: calendar`}
              aria-haspopup="dialog"
              aria-expanded={Calendar !== undefined}
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => {
                if (Calendar) return close()
                loadCalendar().then((calendar) => setCalendar(() => calendar), failed)
              }}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Group>
        }
      />
      {Calendar && (
        <Calendar
          label={label}
          value={write(value) === undefined ? '' : value}
          onChange={(chosen) => {
            setTyped(undefined)
            onChange(chosen)
          }}
          onClose={close}
          minDate={minDate}
          defaultTimeValue={defaultTimeValue}
        />
      )}
    </div>
  )
}

function failed(): void {
  toastError('Loading chunk failed')
}
