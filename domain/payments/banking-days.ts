import { localDay } from '../time/time-zone.ts'

const DAY_MS = 86_400_000

/** Days without transfers in SEPA (TARGET), beside weekends, Good Friday and Easter Monday: month and day. */
const HOLIDAYS = new Set(['1-1', '5-1', '12-25', '12-26'])

/** Returns a moment after a number of banking days, at the same distance from midnight. */
export function bankingDaysAfter(moment: Date, days: number, timeZone: string): Date {
  let left = days
  let day = localDay(moment, timeZone)
  let elapsed = 0
  while (left > 0) {
    day += DAY_MS
    elapsed += 1
    if (isBankingDay(day)) left -= 1
  }
  return new Date(moment.getTime() + elapsed * DAY_MS)
}

/** Tells whether banks in SEPA transfer money on a day, given as its midnight in UTC. */
export function isBankingDay(day: number): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const fromEaster = (day - easterOf(date.getUTCFullYear())) / DAY_MS
  if (fromEaster === -2 || fromEaster === 1) return false
  return !HOLIDAYS.has(`${date.getUTCMonth() + 1}-${date.getUTCDate()}`)
}

/** Computes Easter Sunday of the Gregorian calendar, as its midnight in UTC (the anonymous algorithm). */
function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}
