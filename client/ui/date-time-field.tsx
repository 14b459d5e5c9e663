import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId, type ReactNode } from 'react'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/dates/styles.layer.css'

type Props = {
  readonly label: string
  /** ISO 8601, or '' for none. */
  readonly value?: string | undefined
  readonly onChange: (moment: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly required?: boolean
  readonly minDate?: Date
  /** The time of a day that is chosen, until another is: HH:mm. */
  readonly defaultTimeValue?: string
}

const FORMAT = 'YYYY/MM/DD HH:mm'

/** A day and a time in the zone of who is looking: ISO 8601, or '' for none. */
export function DateTimeField({ value = '', onChange, ...props }: Props) {
  return (
    <WallTimeField
      {...props}
      value={value === '' ? '' : localText(value)}
      onChange={(local) => onChange(local === '' ? '' : new Date(local.replace(' ', 'T')).toISOString())}
    />
  )
}

/** A day and a time as clocks on the wall show it, wherever that wall is: `YYYY-MM-DD HH:mm:ss`, or '' for none. */
export function WallTimeField({ value = '', onChange, onBlur, label, ...props }: Props) {
  const id = useId()
  return (
    <DatesProvider settings={{ firstDayOfWeek: 1, weekendDays: [] }}>
      <DateTimePicker
        {...props}
        label={label}
        value={value === '' ? null : value}
        onChange={(wall) => onChange(wall ?? '')}
        // To open the calendar is not to leave the field; to close it is.
        onBlur={({ relatedTarget }) => {
          if (!relatedTarget?.closest('[data-dates-dropdown]')) onBlur?.()
        }}
        onDropdownClose={() => onBlur?.()}
        // The calendar is called what the field is called.
        id={id}
        popoverProps={{ id, returnFocus: true }}
        hideOutsideDates
        valueFormat={FORMAT}
        placeholder="yyyy/MM/dd HH:mm"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
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
    </DatesProvider>
  )
}

function localText(moment: string): string {
  const local = new Date(moment)
  const part = (number: number) => String(number).padStart(2, '0')
  const day = [local.getFullYear(), part(local.getMonth() + 1), part(local.getDate())].join('-')
  return `${day} ${part(local.getHours())}:${part(local.getMinutes())}:00`
}
