import { displayedDay } from '#domain/time/displayed-day.ts'
import { isCalendarDay, readTypedDay } from '#domain/time/typed-time.ts'
import { type DateFieldProps, TypedDateField } from './typed-date-field.tsx'

/**
 * Edits a day. The value is `YYYY-MM-DD`, '' for none, or a text that could not be read: the schema of the form refuses
 * it by `dayText`.
 */
export function DayField(props: DateFieldProps) {
  return (
    <TypedDateField
      {...props}
      placeholder="yyyy/MM/dd"
      read={readTypedDay}
      write={(value) => (isCalendarDay(value) ? displayedDay(value) : undefined)}
      loadCalendar={async () => (await import('./day-calendar.tsx')).DayCalendar}
    />
  )
}
