/** The periods that figures offer by name. Days count in the shop's time zone. */
export const FIGURE_PERIODS = ['TODAY', 'DAYS_7', 'DAYS_30', 'MONTH', 'LAST_MONTH', 'YEAR', 'LAST_YEAR'] as const
export type FigurePeriod = (typeof FIGURE_PERIODS)[number]

/** The longest period of figures, in days: five years. */
export const MAX_PERIOD_DAYS = 1_827

/** The first and the last day of a period, such as `2026-11-22`. */
export type DayRange = { readonly from: string; readonly to: string }

type Choice = {
  readonly period?: FigurePeriod | undefined
  readonly firstDay?: string | undefined
  readonly lastDay?: string | undefined
}

/**
 * Returns the days of a choice. A first or last day comes before a named period; a missing one is the same day as the
 * other. Without a choice, these are the last 30 days.
 */
export function daysOfPeriod({ period = 'DAYS_30', firstDay, lastDay }: Choice, today: string): DayRange {
  const from = firstDay ?? lastDay
  if (from !== undefined) return { from, to: lastDay ?? from }
  const [year = 0, month = 0] = today.split('-').map(Number)
  switch (period) {
    case 'TODAY':
      return { from: today, to: today }
    case 'DAYS_7':
      return { from: dayAfter(today, -6), to: today }
    case 'DAYS_30':
      return { from: dayAfter(today, -29), to: today }
    case 'MONTH':
      return { from: dayOf(year, month, 1), to: today }
    case 'LAST_MONTH':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
    case 'YEAR':
      return { from: dayOf(year, 1, 1), to: today }
    case 'LAST_YEAR':
      return { from: dayOf(year - 1, 1, 1), to: dayOf(year - 1, 12, 31) }
  }
}

/** Returns the first and the last day of a month, such as `2026-11`. */
export function daysOfMonth(month: string): DayRange {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: dayOf(year, number, 1), to: dayOf(year, number + 1, 0) }
}

const DAY_MS = 86_400_000

/** Counts the days of a period, its last day included. Below 1 if it ends before it begins. */
export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** Lists the days of a period, its last day included. */
export function daysWithin(period: DayRange): string[] {
  return Array.from({ length: lengthOf(period) }, (_, index) => dayAfter(period.from, index))
}

/** Returns the day a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns a day of the calendar. Months and days outside their range count on into the months around. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
