import { isWallTime, readTypedMoment, readTypedTime } from '#domain/time/typed-time.ts'
import { type DateFieldProps, TypedDateField } from './typed-date-field.tsx'

type Props = DateFieldProps & {
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

/**
 * Edits a local date and time without a zone. The value is `YYYY-MM-DD HH:mm:ss`, '' for none, or a text that could not
 * be read: the schema of the form refuses it by `wallTimeField`.
 */
export function WallTimeField({ defaultTimeValue, ...props }: Props) {
  return (
    <TypedDateField
      {...props}
      placeholder={FORMAT}
      read={(text) => readTypedTime(text, defaultTimeValue)}
      write={(value) => (isWallTime(value) ? value.slice(0, FORMAT.length).replaceAll('-', '/') : undefined)}
      defaultTimeValue={defaultTimeValue}
      loadCalendar={async () => (await import('./wall-time-calendar.tsx')).WallTimeCalendar}
    />
  )
}

function localText(moment: string): string {
  const local = new Date(moment)
  const part = (number: number) => String(number).padStart(2, '0')
  const day = [local.getFullYear(), part(local.getMonth() + 1), part(local.getDate())].join('-')
  return `${day} ${part(local.getHours())}:${part(local.getMinutes())}:${part(local.getSeconds())}`
}
