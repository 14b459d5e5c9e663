import { DatesProvider, DateTimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/dates/styles.layer.css'

export type WallTimeProps = {
  readonly label: string
  readonly value?: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly required?: boolean
  readonly minDate?: Date
  /** The initial time of a chosen day: HH:mm. */
  readonly defaultTimeValue?: string
}

type Props = WallTimeProps & {
  /** Whether the calendar was requested before it was loaded. */
  readonly isAskedFor: boolean
}

/** Shows the field with its calendar. */
export function WallTimePicker({ value = '', onChange, onBlur, label, isAskedFor, ...props }: Props) {
  const id = useId()
  const field = useRef<HTMLButtonElement>(null)
  const isToOpen = useRef(isAskedFor)
  const chosenDay = value.slice(0, 'YYYY-MM-DD'.length) || dayjs().format('YYYY-MM-DD')
  useEffect(() => {
    if (!isToOpen.current) return
    isToOpen.current = false
    field.current?.focus()
    field.current?.click()
  }, [])
  return (
    <DatesProvider settings={{ firstDayOfWeek: 1, weekendDays: [] }}>
      <DateTimePicker
        {...props}
        ref={field}
        label={label}
        value={value === '' ? null : value}
        onChange={(wall) => onChange(wall ?? '')}
        // Opening the calendar does not blur the field; closing it does.
        onBlur={({ relatedTarget }) => {
          if (!relatedTarget?.closest('[data-dates-dropdown]')) onBlur?.()
        }}
        onDropdownClose={() => onBlur?.()}
        // Gives the calendar the name of the field.
        id={id}
        popoverProps={{ id, returnFocus: true }}
        hideOutsideDates
        // Focuses the chosen day, else today.
        getDayProps={(day) => ({ 'data-autofocus': day === chosenDay || undefined })}
        valueFormat="YYYY/MM/DD HH:mm"
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
