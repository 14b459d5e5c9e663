import { integerText } from '#contract/fields.ts'
import { emptyOr } from '#client/forms/filter-fields.ts'

export type DurationFields = { days: string; hours: string; minutes: string }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// Keeps the sum below the largest integer of the API.
const MOST_DAYS = 20_000
const part = emptyOr(integerText(0, 100_000))

export const durationFields = { days: emptyOr(integerText(0, MOST_DAYS)), hours: part, minutes: part }

/** Converts a typed duration to seconds; undefined if nothing is typed. */
export function secondsIn({ days, hours, minutes }: DurationFields): number | undefined {
  if (days === '' && hours === '' && minutes === '') return undefined
  return Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE
}

/** Converts seconds to a typed duration. */
export function typedDuration(seconds: number | string | undefined): DurationFields {
  if (seconds === undefined) return { days: '', hours: '', minutes: '' }
  const count = (value: number) => (value === 0 ? '' : String(value))
  const rest = Number(seconds)
  const minutes = Math.floor((rest % HOUR) / MINUTE)
  return {
    days: count(Math.floor(rest / DAY)),
    hours: count(Math.floor((rest % DAY) / HOUR)),
    minutes: rest === 0 ? '0' : count(minutes),
  }
}
