import { Input } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { toastError } from '../feedback/toasts.ts'
import type { WallTimePicker, WallTimeProps } from './wall-time-picker.tsx'
import classes from './date-time-field.module.css'

/** Edits a date and time in the browser's time zone: ISO 8601, or '' for none. */
export function DateTimeField({ value = '', onChange, ...props }: WallTimeProps) {
  return (
    <WallTimeField
      {...props}
      value={value === '' ? '' : localText(value)}
      onChange={(local) => onChange(local === '' ? '' : new Date(local.replace(' ', 'T')).toISOString())}
    />
  )
}

let loaded: typeof WallTimePicker | undefined

async function load(): Promise<typeof WallTimePicker> {
  loaded ??= (await import('./wall-time-picker.tsx')).WallTimePicker
  return loaded
}

/**
 * Edits a local date and time without a zone: `YYYY-MM-DD HH:mm:ss`, or '' for none. Loads the calendar, which is
 * larger than most pages, on the first interaction or when there is a value to clear.
 */
export function WallTimeField(props: WallTimeProps) {
  const [Picker, setPicker] = useState(() => loaded)
  const [isAskedFor, setAskedFor] = useState(false)
  const isEmpty = !props.value
  useEffect(() => {
    if (!isEmpty) load().then((picker) => setPicker(() => picker), failed)
  }, [isEmpty])
  if (Picker) return <Picker {...props} isAskedFor={isAskedFor} />
  const open = () => {
    setAskedFor(true)
    load().then((picker) => setPicker(() => picker), failed)
  }
  return <ClosedField {...props} onOpen={open} />
}

function ClosedField({ label, value, onBlur, error, description, required, onOpen }: ClosedProps) {
  const id = useId()
  const prepare = () => void load().catch(() => undefined)
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} required={required ?? false}>
      <Input
        component="button"
        type="button"
        multiline
        classNames={{ input: classes['closed'] ?? '' }}
        pointer
        id={id}
        error={Boolean(error)}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onBlur={() => onBlur?.()}
        onClick={onOpen}
      >
        {value ? value.slice(0, 16).replaceAll('-', '/') : <Input.Placeholder>yyyy/MM/dd HH:mm</Input.Placeholder>}
      </Input>
    </Input.Wrapper>
  )
}

type ClosedProps = WallTimeProps & { readonly onOpen: () => void }

function failed(): void {
  toastError('Loading chunk failed')
}

function localText(moment: string): string {
  const local = new Date(moment)
  const part = (number: number) => String(number).padStart(2, '0')
  const day = [local.getFullYear(), part(local.getMonth() + 1), part(local.getDate())].join('-')
  return `${day} ${part(local.getHours())}:${part(local.getMinutes())}:00`
}
