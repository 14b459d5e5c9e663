import { Popover } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import classes from './typed-date-field.module.css'

export type CalendarProps = {
  /** Names the calendar. */
  readonly label: string
  /** A day `YYYY-MM-DD`, perhaps with a time ` HH:mm:ss`, or '' for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onClose: () => void
  readonly minDate: Date | undefined
  readonly defaultTimeValue: string | undefined
}

// A `<dialog>` cannot be placed by the popover.
const dialog = { role: 'dialog' }

/** Names the buttons of a calendar. */
export const calendarNames = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}

type Props = Pick<CalendarProps, 'label' | 'onClose'> & { readonly children: ReactNode }

/** Shows an open calendar below its field, or above it where there is no room below. */
export function CalendarPopover({ label, onClose, children }: Props) {
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
          {children}
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  )
}
