const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** The digits of a local time: the year with four, the others with two. */
type LocalTime = Record<(typeof UNITS)[number], string>

/**
 * `Temporal`, where the system has it. The first format of `Intl` takes 15 ms of a fast computer and five times as much
 * of a phone, the first time of `Temporal` less than one.
 */
const { Temporal: temporal } = globalThis as { Temporal?: typeof Temporal }

/** Returns the IANA time zone of this system. */
export function systemTimeZone(): string {
  return temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the local time of a moment in an IANA time zone. Throws a RangeError for an unknown zone or moment. */
export function localTime(moment: Date | number, timeZone: string): LocalTime {
  return temporal ? timeOf(temporal, moment, timeZone) : formattedTime(moment, timeZone)
}

function timeOf({ Instant }: typeof Temporal, moment: Date | number, timeZone: string): LocalTime {
  const time = Instant.fromEpochMilliseconds(Math.floor(Number(moment))).toZonedDateTimeISO(timeZone)
  const digits = (unit: (typeof UNITS)[number]) => String(time[unit]).padStart(unit === 'year' ? 4 : 2, '0')
  return Object.fromEntries(UNITS.map((unit) => [unit, digits(unit)])) as LocalTime
}

function formattedTime(moment: Date | number, timeZone: string): LocalTime {
  const parts = formatFor(timeZone).formatToParts(moment)
  const digits = (unit: string) => parts.find(({ type }) => type === unit)?.value ?? ''
  return Object.fromEntries(UNITS.map((unit) => [unit, digits(unit)])) as LocalTime
}

/** Returns the UTC offset of an IANA time zone at a moment, in milliseconds. Positive east of Greenwich. */
export function utcOffset(moment: Date | number, timeZone: string): number {
  const [year = 0, month = 0, ...rest] = Object.values(localTime(moment, timeZone)).map(Number)
  return Date.UTC(year, month - 1, ...rest) - Math.floor(Number(moment) / 1000) * 1000
}

const DAY_MS = 86_400_000

/** Returns the local day of a moment in a time zone, as its midnight in UTC. */
export function localDay(moment: Date, timeZone: string): number {
  const shown = moment.getTime() + utcOffset(moment, timeZone)
  return shown - (shown % DAY_MS)
}

/** Converts a local day, given as its midnight in UTC, and a local time `HH:mm` to an instant. */
export function instantOfLocalTime(day: number, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const shown = day + (hours * 60 + minutes) * 60_000
  // The offset of the first guess may be wrong near a clock change. The second guess corrects it.
  const guess = shown - utcOffset(shown, timeZone)
  return new Date(shown - utcOffset(guess, timeZone))
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

/** `Area/City` as in the IANA database. Excludes abbreviations and offsets, which `Intl` and PostgreSQL also accept. */
const ZONE_NAME = /^(UTC|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z0-9_+-]*)+)$/

/** Tells whether this system knows an IANA time zone by exactly this name. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}
