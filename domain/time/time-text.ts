import { localDay, localTime, utcOffset } from './time-zone.ts'

/** Formats a moment for pages and invoices: `yyyy/MM/dd HH:mm` in the given IANA time zone. */
export function dateTimeText(moment: Date | string, timeZone: string): string {
  return `${dateText(moment, timeZone)} ${partsOf(moment, timeZone).time}`
}

/** Formats the day of a moment: `yyyy/MM/dd` in the given IANA time zone. */
export function dateText(moment: Date | string, timeZone: string): string {
  return partsOf(moment, timeZone).date
}

/** Formats the time of day of a moment: `HH:mm` in the given IANA time zone. */
export function timeText(moment: Date | string, timeZone: string): string {
  return partsOf(moment, timeZone).time
}

/** Formats a deadline in the given IANA time zone: `HH:mm` on the day itself, else with the date. */
export function deadlineText(moment: Date | string, now: Date, timeZone: string): string {
  const isToday = dateText(moment, timeZone) === dateText(now, timeZone)
  return isToday ? timeText(moment, timeZone) : dateTimeText(moment, timeZone)
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns the short English name of a moment's weekday in the given IANA time zone. */
export function weekdayText(moment: Date | string, timeZone: string): string {
  return WEEKDAYS[new Date(localDay(new Date(moment), timeZone)).getUTCDay()] ?? ''
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Returns the English name of a month from 1 to 12. */
export function monthText(month: number): string {
  return MONTHS[month - 1] ?? ''
}

/** Formats a moment as ISO 8601 in the local time of a zone, with its offset: `2026-07-01T19:30:00+02:00`. */
export function localIsoTime(moment: Date | string, timeZone: string): string {
  const { date, time } = partsOf(moment, timeZone)
  const minutes = utcOffset(new Date(moment), timeZone) / 60_000
  const offset = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map((part) => twoDigits(Math.floor(part))).join(':')
  return `${date.replaceAll('/', '-')}T${time}:00${minutes < 0 ? '-' : '+'}${offset}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

function partsOf(moment: Date | string, timeZone: string): { date: string; time: string } {
  const { year, month, day, hour, minute } = localTime(new Date(moment), timeZone)
  return { date: `${year}/${month}/${day}`, time: `${hour}:${minute}` }
}

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats seconds as weeks, days, hours and minutes: `'1 day 2 hours'`; less than a minute is `'0 minutes'`. */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds))
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ') || '0 minutes'
}
