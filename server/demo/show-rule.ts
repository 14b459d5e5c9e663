const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAY_MS = 86_400_000

/**
 * When a run is played: on these weekdays (`'Fri Sat'`, or `'daily'`), at these local times, for so many weeks. It
 * begins so many days after today, or the next time the calendar shows a day such as `'06-20'`.
 */
export type ShowRule = {
  on: string
  at: string | readonly string[]
  from: number | string
  weeks?: number | undefined
}

/** The moments at which the shows of a run begin, in order. `today` counts as the day it is in the time zone. */
export function showStarts(rule: ShowRule, today: Date, timeZone: string): Date[] {
  const first = firstDay(rule.from, dayIn(today, timeZone))
  const days = Array.from({ length: 7 * (rule.weeks ?? 1) }, (_, index) => first + index * DAY_MS)
  const times = typeof rule.at === 'string' ? [rule.at] : rule.at
  return days
    .filter((day) => rule.on === 'daily' || rule.on.split(' ').includes(WEEKDAYS[new Date(day).getUTCDay()] ?? ''))
    .flatMap((day) => times.map((time) => instantOfLocalTime(day, time, timeZone)))
}

/** The moment at which clocks in a time zone show a time of a day; the day is given as its midnight in UTC. */
function instantOfLocalTime(day: number, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const shown = day + (hours * 60 + minutes) * 60_000
  // A first guess may lie beyond a change of the clocks; the second one then does not.
  const guess = shown - offsetAt(shown, timeZone)
  return new Date(shown - offsetAt(guess, timeZone))
}

function firstDay(from: number | string, today: number): number {
  if (typeof from === 'number') return today + from * DAY_MS
  const year = new Date(today).getUTCFullYear()
  const thisYear = Date.parse(`${year}-${from}T00:00:00Z`)
  return thisYear > today ? thisYear : Date.parse(`${year + 1}-${from}T00:00:00Z`)
}

/** Midnight in UTC of the day that a moment falls on in a time zone. */
function dayIn(moment: Date, timeZone: string): number {
  const shown = moment.getTime() + offsetAt(moment.getTime(), timeZone)
  return shown - (shown % DAY_MS)
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(moment / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}
