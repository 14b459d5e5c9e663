import { Popover } from '@mantine/core'
import { DatesProvider, InlineDateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/dates/styles.layer.css'
import classes from './date-time-field.module.css'

export type WallTimeCalendarProps = {
  /** Names the calendar. */
  readonly label: string
  /** A local time `YYYY-MM-DD HH:mm:ss`, or '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onClose: () => void
  readonly minDate: Date | undefined
  readonly defaultTimeValue: string | undefined
}

// A `<dialog>` cannot be placed by the popover.
const dialog = { role: 'dialog' }

/** Shows an open calendar with a time below its field. Focuses the chosen day, else today. */
export function WallTimeCalendar(props: WallTimeCalendarProps) {
  const { label, value, onChange, onClose, minDate, defaultTimeValue } = props
  const chosenDay = value.slice(0, 'YYYY-MM-DD'.length) || dayjs().format('YYYY-MM-DD')
  const time = value === '' ? defaultTimeValue : value.slice('YYYY-MM-DD '.length)
  return (
    <DatesProvider settings={{ firstDayOfWeek: 1, weekendDays: [] }}>
      <Popover
        opened
        onChange={onClose}
        position="bottom-start"
        trapFocus
        withRoles={false}
        hideDetached={false}
        shadow="md"
      >
        <Popover.Target>
          <span className={classes['anchor']} />
        </Popover.Target>
        <Popover.Dropdown {...dialog} aria-label={label} data-calendar>
          <InlineDateTimePicker
            value={value === '' ? null : value}
            onChange={(wall) => onChange(wall ?? '')}
            onSubmit={onClose}
            {...(minDate && { minDate })}
            {...(time !== undefined && { defaultTimeValue: time })}
            {...(value !== '' && { defaultDate: value })}
            fullWidth={false}
            hideOutsideDates
            getDayProps={(day) => ({ 'data-autofocus': day === chosenDay || undefined })}
            submitButtonProps={{ 'aria-label': 'Done' }}
            timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
            ariaLabels={{
              nextMonth: 'Next month',
              previousMonth: 'Previous month',
              nextYear: 'Next year',
              previousYear: 'Previous year',
              nextDecade: 'Next decade',
              previousDecade: 'Previous decade',
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  )
}
