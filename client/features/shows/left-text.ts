import { onSaleFromText } from '#domain/shows/programme-words.ts'
import { availabilityNames } from '#client/names/availability-names.ts'
import type { Show } from './shows.queries.ts'

/** Words how many places of a show are left, or when its sale starts. `now`: in milliseconds. */
export function leftText({ availability, saleStartsAt, location }: Show, now: number): string | undefined {
  if (availability !== 'NOT_YET' || saleStartsAt === undefined) return availability && availabilityNames[availability]
  return Date.parse(saleStartsAt) > now ? onSaleFromText(saleStartsAt, location.timeZone) : undefined
}
