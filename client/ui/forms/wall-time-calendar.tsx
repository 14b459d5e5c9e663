import { InlineDateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/dates/styles.layer.css'
import { calendarNames, CalendarPopover, type CalendarProps } from './calendar-popover.tsx'

/** Shows an open calendar with a time below its field. Focuses the chosen day, else today. */
export function WallTimeCalendar({ label, value, onChange, onClose, minDate, defaultTimeValue }: CalendarProps) {
  const chosenDay = value.slice(0, 'YYYY-MM-DD'.length) || dayjs().format('YYYY-MM-DD')
  const time = value === '' ? defaultTimeValue : value.slice('YYYY-MM-DD '.length)
  return (
    <CalendarPopover label={label} onClose={onClose}>
      <InlineDateTimePicker
        value={value === '' ? null : value}
        onChange={(wall) => onChange(wall ?? '')}
        onSubmit={onClose}
        {...(minDate && { minDate })}
        {...(time !== undefined && { defaultTimeValue: time })}
        {...(value !== '' && { defaultDate: value })}
        fullWidth={false}
        hideOutsideDates
        highlightToday
        getDayProps={(day) => ({ 'data-autofocus': day === chosenDay || undefined })}
        submitButtonProps={{ 'aria-label': 'Done' }}
        timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
        ariaLabels={calendarNames}
      />
    </CalendarPopover>
  )
}
