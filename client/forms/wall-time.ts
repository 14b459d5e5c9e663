import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Converts a local time `YYYY-MM-DD HH:mm:ss` of a zone, by default the browser's, to an ISO 8601 instant. */
export function momentAt(wall: string, zone?: string): string {
  return (zone ? dayjs.tz(wall, zone) : dayjs(wall)).toISOString()
}

/** Converts an ISO 8601 instant to the local time `YYYY-MM-DD HH:mm:ss` of a zone. */
export function wallTimeAt(moment: string, zone: string): string {
  return dayjs(moment).tz(zone).format('YYYY-MM-DD HH:mm:ss')
}
