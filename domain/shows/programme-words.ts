import type { ProgrammePeriod } from './programme-periods.ts'
import { dateTimeText, timeText, weekdayText } from '../time/time-text.ts'

type Part = {
  readonly name: ProgrammePeriod['name']
  readonly shows: readonly { readonly startTime: Date | string; readonly location: { readonly timeZone: string } }[]
}

const EVENING = '17:00'

/** Names a part of the programme: "Tonight", or "Today" if one of its shows starts before the evening. */
export function programmePartName({ name, shows }: Part): string {
  if (name === 'WEEKEND') return 'This weekend'
  if (name === 'LATER') return 'Coming up'
  const isByDay = shows.some(({ startTime, location }) => {
    const time = timeText(startTime, location.timeZone)
    return time < EVENING && time >= '05:00'
  })
  return isByDay ? 'Today' : 'Tonight'
}

/** Announces the start of a sale: `On sale from Fri 2026/11/27 10:00`. */
export function onSaleFromText(saleStartsAt: Date | string, timeZone: string): string {
  return `On sale from ${showTimeText(saleStartsAt, timeZone)}`
}

/** Formats the start of a show with its weekday: `Fri 2026/11/27 19:30`. */
export function showTimeText(startTime: Date | string, timeZone: string): string {
  return `${weekdayText(startTime, timeZone)} ${dateTimeText(startTime, timeZone)}`
}
