import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import { MAX_SHOWS_OF_SERIES, type SeriesRule, showsOfRule } from '#domain/shows/show-series.ts'
import { isCalendarDay, isWallTime, readTypedDay, UNREADABLE_DAY } from '#domain/time/typed-time.ts'
import { momentAt } from '#client/forms/wall-time.ts'
import type { ShowValues } from './show-form.ts'
import { texts } from './series.texts.ts'

/** The values of a series. Its first day, time and length are those of the show. */
export type SeriesValues = {
  isSeries: boolean
  /** From '1' for Monday to '7' for Sunday. */
  weekdays: string[]
  everyDays: string
  lastDay: string
  /** Texts of times `HH:mm`, and of days such as `2027-01-06` or `6.1.2027`, with commas or blanks between. */
  moreTimes: string
  extraDays: string
  exceptDays: string
  /** Starts that were taken off the list, in ISO 8601. */
  removed: string[]
}

export const noSeries: SeriesValues = {
  isSeries: false,
  weekdays: [],
  everyDays: '1',
  lastDay: '',
  moreTimes: '',
  extraDays: '',
  exceptDays: '',
  removed: [],
}

/** Requires 1 to 200 shows of readable times and days. */
export const seriesForm = z
  .object({
    isSeries: z.boolean(),
    weekdays: z.array(z.string()),
    everyDays: z.string(),
    lastDay: z.string(),
    moreTimes: z.string(),
    extraDays: z.string(),
    exceptDays: z.string(),
    removed: z.array(z.string()),
  })
  .check(
    wrong('lastDay', messages.required, ({ lastDay }) => lastDay === ''),
    wrong('lastDay', UNREADABLE_DAY, ({ lastDay }) => lastDay !== '' && !isCalendarDay(lastDay)),
    wrong('everyDays', texts.wrongDays, ({ everyDays }) => !/^[1-9]\d{0,2}$/.test(everyDays)),
    wrong('moreTimes', texts.wrongTimes, ({ moreTimes }) => !wordsOf(moreTimes).every(isTime)),
    wrong('extraDays', texts.wrongDates, ({ extraDays }) => !wordsOf(extraDays).every(isDay)),
    wrong('exceptDays', texts.wrongDates, ({ exceptDays }) => !wordsOf(exceptDays).every(isDay)),
  )

/** Lists the shows of a series that were not removed. Empty while fields are missing or wrong. */
export function timesOfSeries(values: ShowValues & SeriesValues): { startTime: string; endTime: string }[] {
  const { startTime, endTime, location, removed } = values
  if (!isWallTime(startTime) || !isWallTime(endTime) || !location || !z.safeParse(seriesForm, values).success) return []
  const zone = location.timeZone
  const length = Date.parse(momentAt(endTime, zone)) - Date.parse(momentAt(startTime, zone))
  return showsOfRule(ruleOf(values, length / 60_000), zone)
    .map((times) => ({ startTime: times.startTime.toISOString(), endTime: times.endTime.toISOString() }))
    .filter((times) => !removed.includes(times.startTime))
}

/** Tells why the shows of a series cannot be created. Undefined if they can. */
export function objectionToSeries(count: number): string | undefined {
  if (count === 0) return texts.none
  return count > MAX_SHOWS_OF_SERIES ? texts.tooMany(count, MAX_SHOWS_OF_SERIES) : undefined
}

function ruleOf(values: ShowValues & SeriesValues, minutes: number): SeriesRule {
  return {
    first: values.startTime.slice(0, 10),
    last: values.lastDay,
    weekdays: values.weekdays.map(Number),
    everyDays: Number(values.everyDays),
    extra: daysOf(values.extraDays),
    except: daysOf(values.exceptDays),
    times: [values.startTime.slice(11, 16), ...wordsOf(values.moreTimes)],
    minutes,
  }
}

const wordsOf = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '')
const isTime = (word: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(word)
const isDay = (word: string) => readTypedDay(word) !== undefined
const daysOf = (text: string) => wordsOf(text).map((word) => readTypedDay(word) ?? word)

function wrong(field: keyof SeriesValues, error: string, isWrong: (values: SeriesValues) => boolean) {
  return z.refine<SeriesValues>((values) => !values.isSeries || !isWrong(values), { path: [field], error })
}
