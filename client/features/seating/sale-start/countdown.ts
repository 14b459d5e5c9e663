/** The time left, split for display. */
export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

/** Splits milliseconds into days, hours, minutes and seconds. Rounds up, so that zero means that the time is over. */
export function timeLeftOf(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** The seconds before the start at which a screen reader announces the time left. */
const ANNOUNCED_SECONDS = [10, 60, 300, 600, 3_600]

/** Returns the last announced number of seconds before the start. Undefined before the first announcement. */
export function announcedSeconds(ms: number): number | undefined {
  return ANNOUNCED_SECONDS.find((seconds) => ms <= seconds * 1_000)
}
