import { Button } from '@mantine/core'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { monthName } from './month.ts'
import type { EventDetail } from './shows.queries.ts'
import { texts, weekdayNames } from './shows.texts.ts'
import classes from './run-filters.module.css'

export type RunView = 'list' | 'calendar'

type Filters = { readonly month?: string | undefined; readonly weekday?: number | undefined }

type Props = {
  readonly months: NonNullable<EventDetail['months']>
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  readonly view: RunView
  /** Undefined for a run too short for a calendar. */
  readonly onView: ((view: RunView) => void) | undefined
}

const views = ['list', 'calendar'] as const

/** Filters a long run of shows by month and weekday, and switches between list and calendar. */
export function RunFilters({ months, filters, onFilter, view, onView }: Props) {
  const { month = '', weekday } = filters
  const isCalendar = view === 'calendar'
  const choices = months.map(({ month: key, count }) => ({ value: key, label: `${monthName(key)} (${count})` }))
  return (
    <div className={classes['filters']}>
      <SelectField
        label={texts.month}
        data={isCalendar ? choices : [{ value: '', label: texts.allMonths }, ...choices]}
        value={isCalendar ? month || choices[0]?.value : month}
        onChange={(event) => onFilter({ ...filters, month: event.currentTarget.value || undefined })}
      />
      {!isCalendar && (
        <SelectField
          label={texts.weekday}
          data={[
            { value: '', label: texts.allWeekdays },
            ...weekdayNames.map((label, index) => ({ value: String(index + 1), label })),
          ]}
          value={weekday === undefined ? '' : String(weekday)}
          onChange={(event) => onFilter({ ...filters, weekday: Number(event.currentTarget.value) || undefined })}
        />
      )}
      {onView && (
        <fieldset aria-label={texts.view} className={classes['views']}>
          {views.map((value) => (
            <Button
              key={value}
              variant={view === value ? 'light' : 'default'}
              aria-pressed={view === value}
              onClick={() => onView(value)}
            >
              {texts.views[value]}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
