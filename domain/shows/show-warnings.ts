import type { Cents } from '../money.ts'
import type { ShowTimes } from './show-series.ts'
import { localTime } from '../time/time-zone.ts'

/** The oddities that an organiser is asked to confirm before a show is created. */
export const SHOW_WARNINGS = [
  'PLAN_OF_OTHER_LOCATION',
  'ARTIST_TAKEN',
  'PLACE_TAKEN',
  'OVERLAP_IN_SERIES',
  'EARLY_START',
  'LONG_SHOW',
  'FAR_AHEAD',
  'FREE_OF_CHARGE',
  'UNUSUAL_PRICE',
] as const
export type ShowWarningCode = (typeof SHOW_WARNINGS)[number]

/** The fields of a show that each warning is about. */
const FIELDS_OF: Record<ShowWarningCode, readonly string[]> = {
  PLAN_OF_OTHER_LOCATION: ['seatingPlanId', 'locationId'],
  ARTIST_TAKEN: ['artistId', 'startTime', 'endTime'],
  PLACE_TAKEN: ['locationId', 'startTime', 'endTime'],
  OVERLAP_IN_SERIES: ['startTime', 'endTime'],
  EARLY_START: ['startTime', 'locationId'],
  LONG_SHOW: ['startTime', 'endTime'],
  FAR_AHEAD: ['startTime'],
  FREE_OF_CHARGE: ['price'],
  UNUSUAL_PRICE: ['price'],
}

/** Keeps the warnings that concern one of the changed fields of a show. Earlier oddities count as confirmed. */
export function warningsAbout<Warning extends { code: ShowWarningCode }>(
  changed: readonly string[],
  warnings: readonly Warning[],
): Warning[] {
  return warnings.filter(({ code }) => FIELDS_OF[code].some((field) => changed.includes(field)))
}

const FIRST_USUAL_HOUR = 6
const LONG_MS = 8 * 3_600_000
const FAR_AHEAD_MS = 2 * 365 * 86_400_000
/** A price is unusual if it is more than this times higher or lower than those of the event's other shows. */
const UNUSUAL_FACTOR = 3

/** Finds what is odd about the times of a show: a start from midnight to six, more than 8 hours, in over two years. */
export function oddTimesOf({ startTime, endTime }: ShowTimes, timeZone: string, now: Date): ShowWarningCode[] {
  const odd: ShowWarningCode[] = []
  if (Number(localTime(startTime, timeZone).hour) < FIRST_USUAL_HOUR) odd.push('EARLY_START')
  if (endTime.getTime() - startTime.getTime() > LONG_MS) odd.push('LONG_SHOW')
  if (startTime.getTime() - now.getTime() > FAR_AHEAD_MS) odd.push('FAR_AHEAD')
  return odd
}

/** Finds what is odd about a price: 0, or far from the prices of the event's other shows, given in ascending order. */
export function oddPriceOf(price: Cents, others: readonly Cents[]): ShowWarningCode | undefined {
  if (price === 0) return 'FREE_OF_CHARGE'
  const median = others[Math.floor(others.length / 2)] ?? 0
  if (median === 0) return undefined
  return price > median * UNUSUAL_FACTOR || price * UNUSUAL_FACTOR < median ? 'UNUSUAL_PRICE' : undefined
}

/** Returns the indexes of shows that begin before an earlier one of the list has ended. */
export function overlapsIn(shows: readonly ShowTimes[]): number[] {
  const inOrder = shows
    .map((times, index) => ({ ...times, index }))
    .toSorted((one, other) => Number(one.startTime) - Number(other.startTime))
  let lastEnd = -Infinity
  const overlapping: number[] = []
  for (const { startTime, endTime, index } of inOrder) {
    if (Number(startTime) < lastEnd) overlapping.push(index)
    lastEnd = Math.max(lastEnd, Number(endTime))
  }
  return overlapping.toSorted((one, other) => one - other)
}
