/** A local time without a zone, as the forms hold it: `YYYY-MM-DD HH:mm:ss`. */
const WALL_TIME = /^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Tells how to type a time that could not be read. */
export const UNREADABLE_TIME = 'Value is not a valid date. Type it like 2026/12/24 19:30 or 24.12.2026 19:30'

/** Tells how to type a day that could not be read. */
export const UNREADABLE_DAY = 'Value is not a valid date. Type it like 2026/12/24 or 24.12.2026'

/** Tells whether a value is a day `YYYY-MM-DD` of the calendar. */
export function isCalendarDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value)
}

/** Tells whether a value is a local time `YYYY-MM-DD HH:mm:ss`. */
export function isWallTime(value: string): boolean {
  return WALL_TIME.test(value)
}

const YEAR_FIRST = String.raw`(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})`
const DAY_FIRST = String.raw`(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4}|\d{2})`
const TIME = String.raw`(?<hours>\d{1,2})(?:[:.](?<minutes>\d{2}))?(?::\d{2})?\s?(?<half>[ap]m)?`
const FORMATS = [YEAR_FIRST, DAY_FIRST].map((day) => new RegExp(String.raw`^${day}(?:(?:\s*,\s*|\s+|T)${TIME})?$`, 'i'))

/**
 * Reads a typed day and time, such as `24.12.2026 19:30`, `2026-12-24 19:30` or `2026/12/24 7:30 pm`, to a local time
 * `YYYY-MM-DD HH:mm:ss`. Years have two digits or lie between 2000 and 2199. A day alone gets the default time `HH:mm`.
 * Returns undefined for anything else, also for days such as 31.02. Slashes need the year first, because the order of
 * day and month differs between countries.
 */
export function readTypedTime(text: string, defaultTime?: string): string | undefined {
  const parts = FORMATS.map((format) => format.exec(text.trim())?.groups).find((groups) => groups)
  if (!parts) return undefined
  const { year = '', month = '', day = '' } = parts
  const time = parts['hours'] === undefined ? defaultTime : timeOf(parts)
  const date = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return time !== undefined && isDay(date) ? `${date} ${time}:00` : undefined
}

const WITH_ZONE = /^(?<day>\d{4}-\d\d-\d\d)[T ](?<clock>\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)$/i

/**
 * Reads a pasted ISO 8601 time with its zone, such as `2026-12-24T19:30:00+01:00`, to an instant, without its seconds.
 * Returns undefined for anything else.
 */
export function readTypedMoment(text: string): string | undefined {
  const { day = '', clock = '', zone = '' } = WITH_ZONE.exec(text.trim())?.groups ?? {}
  const moment = new Date(`${day}T${clock}:00${zone.toUpperCase()}`)
  return isDay(day) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined
}

/** Reads a typed day, such as `24.12.2026` or `2026-12-24`, to `YYYY-MM-DD`. Returns undefined for anything else. */
export function readTypedDay(text: string): string | undefined {
  return text.includes(':') ? undefined : readTypedTime(text, '00:00')?.slice(0, 'YYYY-MM-DD'.length)
}

function timeOf({ hours = '', minutes, half }: Partial<Record<string, string>>): string | undefined {
  // A bare number after a day may still become a time.
  if (minutes === undefined && half === undefined) return undefined
  const typed = Number(hours)
  if (half !== undefined && (typed < 1 || typed > 12)) return undefined
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes ?? 0) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}

function isDay(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`)
  return /^2[01]/.test(date) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}
