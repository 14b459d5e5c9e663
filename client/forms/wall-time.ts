import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The moment, ISO 8601, at which clocks in a zone show `YYYY-MM-DD HH:mm:ss`; without a zone those of who is looking. */
export function momentAt(wall: string, zone?: string): string {
  return (zone ? dayjs.tz(wall, zone) : dayjs(wall)).toISOString()
}
