import { instantOfLocalTime, localTime } from '#domain/time/time-zone.ts'

/** Converts a local time `YYYY-MM-DD HH:mm:ss` of a zone, by default the browser's, to an ISO 8601 instant. */
export function momentAt(wall: string, zone?: string): string {
  const [day = '', time = ''] = wall.split(' ')
  const moment = zone ? instantOfLocalTime(Date.parse(day), time, zone) : new Date(`${day}T${time}`)
  return moment.toISOString()
}

/** Converts an ISO 8601 instant to the local time `YYYY-MM-DD HH:mm:ss` of a zone. */
export function wallTimeAt(moment: string, zone: string): string {
  const { year, month, day, hour, minute, second } = localTime(new Date(moment), zone)
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}
