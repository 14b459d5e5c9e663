import { instantOfLocalTime } from '../time/time-zone.ts'

/** The most shows of one series. */
export const MAX_SHOWS_OF_SERIES = 200
const DAY_MS = 86_400_000
/** Limits the search for days of a rule: two years. */
const MAX_DAYS = 731

/** The days and times of a series, in the venue's local time. Days are `YYYY-MM-DD`, times `HH:mm`. */
export type SeriesRule = {
  first: string
  last: string
  /** From 1 for Monday to 7 for Sunday. Empty: every day that `everyDays` names. */
  weekdays: readonly number[]
  /** Every so many days from the first; 1 for every day. */
  everyDays: number
  /** Days besides the rule. */
  extra: readonly string[]
  /** Days that the rule leaves out. */
  except: readonly string[]
  times: readonly string[]
  minutes: number
}

/** Start and end of one show. */
export type ShowTimes = { startTime: Date; endTime: Date }

/** Lists the shows of a rule in order of time, at the same local time also after a change of the clock. */
export function showsOfRule(rule: SeriesRule, timeZone: string): ShowTimes[] {
  const starts = daysOf(rule).flatMap((day) => rule.times.map((time) => instantOfLocalTime(day, time, timeZone)))
  const distinct = [...new Set(starts.map(Number))].toSorted((one, other) => one - other)
  return distinct.map((start) => ({ startTime: new Date(start), endTime: new Date(start + rule.minutes * 60_000) }))
}

function daysOf({ first, last, weekdays, everyDays, extra, except }: SeriesRule): number[] {
  const begin = dayOf(first)
  const count = Math.min(MAX_DAYS, Math.floor((dayOf(last) - begin) / DAY_MS) + 1)
  const inPeriod = Array.from({ length: Math.max(0, count || 0) }, (_, index) => begin + index * DAY_MS)
  const byRule = inPeriod.filter((day, index) =>
    weekdays.length > 0 ? weekdays.includes(new Date(day).getUTCDay() || 7) : index % everyDays === 0,
  )
  const without = new Set(except.map(dayOf))
  return [...byRule.filter((day) => !without.has(day)), ...extra.map(dayOf)]
}

const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
