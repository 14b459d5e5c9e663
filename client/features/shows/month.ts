import { dateText, monthText } from '#domain/time/time-text.ts'
import type { Show } from './shows.queries.ts'

/** Returns the month of a show in the calendar of its venue: `2026-12`, and "December 2026". */
export function monthOf({ startTime, location }: Pick<Show, 'startTime' | 'location'>): { key: string; name: string } {
  const key = dateText(startTime, location.timeZone).slice(0, 7).replace('/', '-')
  return { key, name: monthName(key) }
}

/** Names a month: "December 2026" for `2026-12`. */
export function monthName(key: string): string {
  const [year = '', month = ''] = key.split('-')
  return `${monthText(Number(month))} ${year}`
}

/** Returns the weeks of a month from Monday to Sunday, with 0 for the days of other months. */
export function weeksOf(key: string): number[][] {
  const [year = 0, month = 1] = key.split('-').map(Number)
  const dayCount = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const weekCount = Math.ceil((before + dayCount) / 7)
  const dayAt = (place: number) => (place < before || place >= before + dayCount ? 0 : place - before + 1)
  return Array.from({ length: weekCount }, (_, week) => Array.from({ length: 7 }, (_day, day) => dayAt(week * 7 + day)))
}
