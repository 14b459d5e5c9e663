const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** The digits of a local time: the year with four, the others with two. */
type LocalTime = Record<(typeof UNITS)[number], string>

/** Returns the local time of a moment in an IANA time zone. */
export function localTime(moment: Date | number, timeZone: string): LocalTime {
  const parts = formatFor(timeZone).formatToParts(moment)
  const digits = (unit: string) => parts.find(({ type }) => type === unit)?.value ?? ''
  return Object.fromEntries(UNITS.map((unit) => [unit, digits(unit)])) as LocalTime
}

/** Returns the UTC offset of an IANA time zone at a moment, in milliseconds. Positive east of Greenwich. */
export function utcOffset(moment: Date | number, timeZone: string): number {
  const [year = 0, month = 0, ...rest] = Object.values(localTime(moment, timeZone)).map(Number)
  return Date.UTC(year, month - 1, ...rest) - Math.floor(Number(moment) / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}
