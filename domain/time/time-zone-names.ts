import { dateTimeText, deadlineText } from './time-text.ts'

/** Returns the city of an IANA time zone: "New York" of "America/New_York". */
export function cityOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Formats a moment in a zone, which is named to a reader in another one: `2026/11/22 19:30 (Vienna)`. */
export function zonedTimeText(moment: Date | string, timeZone: string, readersZone: string): string {
  return named(dateTimeText(moment, timeZone), timeZone, readersZone)
}

/** Formats a deadline in a zone, on the day itself without the date: `19:30`, or `19:30 (Vienna)` in another zone. */
export function zonedDeadlineText(moment: Date | string, now: Date, timeZone: string, readersZone: string): string {
  return named(deadlineText(moment, now, timeZone), timeZone, readersZone)
}

function named(text: string, timeZone: string, readersZone: string): string {
  return timeZone === readersZone ? text : `${text} (${cityOfZone(timeZone)})`
}

/** Finds the time zone with this identifier or city, in any case. Undefined if there is none, or more than one. */
export function findTimeZone(text: string, zones: readonly string[]): string | undefined {
  const wanted = normal(text)
  const exact = zones.find((zone) => normal(zone) === wanted)
  if (exact) return exact
  const [found, another] = zones.filter((zone) => normal(cityOfZone(zone)) === wanted)
  return another === undefined ? found : undefined
}

function normal(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ')
}
