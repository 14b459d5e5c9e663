/** Formats a moment for pages and invoices: `yyyy/MM/dd HH:mm` in the given IANA time zone. */
export function dateTimeText(moment: Date | string, timeZone: string): string {
  return `${dateText(moment, timeZone)} ${partsOf(moment, timeZone).time}`
}

/** Formats the day of a moment: `yyyy/MM/dd` in the given IANA time zone. */
export function dateText(moment: Date | string, timeZone: string): string {
  return partsOf(moment, timeZone).date
}

/** Formats a moment as ISO 8601 in the local time of a zone, with its offset: `2026-07-01T19:30:00+02:00`. */
export function localIsoTime(moment: Date | string, timeZone: string): string {
  const { date, time } = partsOf(moment, timeZone)
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const zone = format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')
  return `${date.replaceAll('/', '-')}T${time}:00${zone?.value.slice('GMT'.length) || '+00:00'}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(moment: Date | string, timeZone: string): { date: string; time: string } {
  const parts = formatFor(timeZone).formatToParts(typeof moment === 'string' ? new Date(moment) : moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return { date: `${part('year')}/${part('month')}/${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

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
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
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
