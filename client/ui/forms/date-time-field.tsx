import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { type ComponentType, type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { isWallTime, readTypedMoment, readTypedTime } from '#domain/typed-time.ts'
import { toastError } from '../feedback/toasts.ts'
import type { WallTimeCalendarProps } from './wall-time-calendar.tsx'
import classes from './date-time-field.module.css'

type Props = {
  readonly label: string
  readonly value?: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly required?: boolean
  readonly minDate?: Date
  /** The time of a day that is typed or chosen without one: HH:mm. */
  readonly defaultTimeValue?: string
}

/**
 * Edits a date and time in the browser's time zone. Takes a pasted ISO 8601 time of any zone. The value is ISO 8601, ''
 * for none, or a text that could not be read: the schema of the form refuses it by `momentField`.
 */
export function DateTimeField({ value = '', onChange, ...props }: Props) {
  return (
    <WallTimeField
      {...props}
      value={readTypedMoment(value) === undefined ? value : localText(value)}
      onChange={(local) => onChange(isWallTime(local) ? momentAt(local) : (readTypedMoment(local) ?? local))}
    />
  )
}

const momentAt = (local: string) => new Date(local.replace(' ', 'T')).toISOString()

const FORMAT = 'yyyy/MM/dd HH:mm'

let loaded: ComponentType<WallTimeCalendarProps> | undefined

async function load(): Promise<ComponentType<WallTimeCalendarProps>> {
  loaded ??= (await import('./wall-time-calendar.tsx')).WallTimeCalendar
  return loaded
}

/**
 * Edits a local date and time without a zone, by typing or with a calendar. The value is `YYYY-MM-DD HH:mm:ss`, '' for
 * none, or a text that could not be read: the schema of the form refuses it by `wallTimeField`. Loads the calendar,
 * which is larger than most pages, when it is opened.
 */
export function WallTimeField({ value = '', onChange, onBlur, minDate, defaultTimeValue, ...props }: Props) {
  const { label } = props
  const [typed, setTyped] = useState<string>()
  const [Calendar, setCalendar] = useState<typeof loaded>()
  const field = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const read = (text: string) => (text.trim() === '' ? '' : (readTypedTime(text, defaultTimeValue) ?? text))
  // The typed text stays as it is while it has the focus, unless the value changes from outside.
  const text = typed !== undefined && read(typed) === value ? typed : textOf(value)
  const isClearable = text !== '' && props.required !== true
  const prepare = () => void load().catch(() => undefined)
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
        {...props}
        autoComplete="off"
        placeholder={FORMAT}
        value={text}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(read(currentTarget.value))
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
                load().then((calendar) => setCalendar(() => calendar), failed)
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
          value={isWallTime(value) ? value : ''}
          onChange={(wall) => {
            setTyped(undefined)
            onChange(wall)
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

function textOf(value: string): string {
  return isWallTime(value) ? value.slice(0, FORMAT.length).replaceAll('-', '/') : value
}

function localText(moment: string): string {
  const local = new Date(moment)
  const part = (number: number) => String(number).padStart(2, '0')
  const day = [local.getFullYear(), part(local.getMonth() + 1), part(local.getDate())].join('-')
  return `${day} ${part(local.getHours())}:${part(local.getMinutes())}:${part(local.getSeconds())}`
}
