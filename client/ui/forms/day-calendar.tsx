import { DatePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import '@mantine/dates/styles.layer.css'
import { calendarNames, CalendarPopover, type CalendarProps } from './calendar-popover.tsx'

/** Shows an open calendar below its field, until a day is chosen. Focuses the chosen day, else today. */
export function DayCalendar({ label, value, onChange, onClose, minDate }: CalendarProps) {
  const focused = value || dayjs().format('YYYY-MM-DD')
  return (
    <CalendarPopover label={label} onClose={onClose}>
      <DatePicker
        value={value === '' ? null : value}
        onChange={(day) => {
          if (day !== null) onChange(day)
          onClose()
        }}
        {...(minDate && { minDate })}
        {...(value !== '' && { defaultDate: value })}
        hideOutsideDates
        highlightToday
        getDayProps={(day) => ({ 'data-autofocus': day === focused || undefined })}
        ariaLabels={calendarNames}
      />
    </CalendarPopover>
  )
}
