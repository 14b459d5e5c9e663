import { instantOfLocalTime, localDay } from '../time/time-zone.ts'

export const PROGRAMME_PERIODS = ['TONIGHT', 'WEEKEND', 'LATER'] as const

/** A part of the programme: the shows that start from one moment until before another, which LATER does not have. */
export type ProgrammePeriod = {
  readonly name: (typeof PROGRAMME_PERIODS)[number]
  readonly from: Date
  readonly until: Date | null
}

const DAY_MS = 86_400_000
const FRIDAY = 5
const DAYS_A_WEEK = 7
/** Shows after midnight belong to the evening before. */
const END_OF_NIGHT = '05:00'

/**
 * Divides the time from now on. The night ends at 5 o'clock. The weekend is Friday to Sunday, without tonight: on
 * Sundays it is missing. LATER begins after tonight and includes the days before the weekend, but not the weekend.
 */
export function programmePeriods(now: Date, timeZone: string): ProgrammePeriod[] {
  const morning = (day: number) => instantOfLocalTime(day, END_OF_NIGHT, timeZone)
  const calendarDay = localDay(now, timeZone)
  const today = now < morning(calendarDay) ? calendarDay - DAY_MS : calendarDay
  const endOfTonight = morning(today + DAY_MS)
  const weekday = new Date(today).getUTCDay() || DAYS_A_WEEK
  const friday = today + Math.max(FRIDAY - weekday, 1) * DAY_MS
  const monday = today + (DAYS_A_WEEK + 1 - weekday) * DAY_MS
  return [
    { name: 'TONIGHT', from: now, until: endOfTonight },
    ...(friday < monday ? [{ name: 'WEEKEND', from: morning(friday), until: morning(monday) } as const] : []),
    { name: 'LATER', from: endOfTonight, until: null },
  ]
}
