import type { LineState } from '#contract/waiting-room.ts'

/** Milliseconds between two looks at the line, at the front and at the end of a long one. */
const REFRESH_MS = { least: 2_000, most: 20_000 }
const LOOKS_PER_WAIT = 20
const MINUTE_MS = 60_000

/** Counts the people who are admitted before a number. */
export function peopleBefore(number: number, line: Pick<LineState, 'admittedNumber'>): number {
  return Math.max(0, number - line.admittedNumber - 1)
}

/** Returns the minutes until a number is admitted at the present rate, rounded up. */
export function expectedMinutes(number: number, line: LineState): number {
  return Math.ceil((number - line.admittedNumber) / line.peopleAMinute)
}

/** Returns when to look at the line again: seldom while the wait is long, with a spread of a fifth. */
export function refreshMs(number: number | undefined, line: LineState | undefined): number {
  const waitMs = number && line ? ((number - line.admittedNumber) * MINUTE_MS) / line.peopleAMinute : 0
  const interval = Math.min(REFRESH_MS.most, Math.max(REFRESH_MS.least, waitMs / LOOKS_PER_WAIT))
  return interval * (0.9 + Math.random() * 0.2)
}

/** The numbers of people before the customer at which a screen reader announces the place. */
const ANNOUNCED_PLACES = [0, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000]

/** Returns the step that was announced last, so that an announcement stays until the next one. */
export function announcedPlace(before: number): number | undefined {
  return ANNOUNCED_PLACES.find((step) => before <= step)
}
