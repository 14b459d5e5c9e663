import { instantOfLocalTime, localDay } from '#domain/time/time-zone.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY_MS = 86_400_000

/**
 * Recurrence rule of a run of shows: weekdays (`'Fri Sat'`, or `'daily'`), local times, number of weeks (default 1).
 * `from` is a number of days from today, or a day of the year such as `'06-20'`: its next occurrence.
 */
export type ShowRule = {
  on: string
  at: string | readonly string[]
  from: number | string
  weeks?: number | undefined
}

/** Returns the starts of a run's shows in order. `today` is read as a calendar day in the time zone. */
export function showStarts(rule: ShowRule, today: Date, timeZone: string): Date[] {
  const first = firstDay(rule.from, localDay(today, timeZone))
  const days = Array.from({ length: 7 * (rule.weeks ?? 1) }, (_, index) => first + index * DAY_MS)
  const times = typeof rule.at === 'string' ? [rule.at] : rule.at
  return days
    .filter((day) => rule.on === 'daily' || rule.on.split(' ').includes(WEEKDAYS[new Date(day).getUTCDay()] ?? ''))
    .flatMap((day) => times.map((time) => instantOfLocalTime(day, time, timeZone)))
}

function firstDay(from: number | string, today: number): number {
  if (typeof from === 'number') return today + from * DAY_MS
  const year = new Date(today).getUTCFullYear()
  const thisYear = Date.parse(`${year}-${from}T00:00:00Z`)
  return thisYear > today ? thisYear : Date.parse(`${year + 1}-${from}T00:00:00Z`)
}
