import { type PlaceName, placeText } from './places.ts'
import { dateTimeText } from './time-text.ts'

type SoldTicket = PlaceName & { eventTitle: string; startsAt: Date; timeZone: string }

/** How an invoice names a ticket: "The Seagull, 2026/05/01 19:30, Stalls, row C, seat 14". */
export function ticketText({ eventTitle, startsAt, timeZone, ...place }: SoldTicket): string {
  return `${eventTitle}, ${dateTimeText(startsAt, timeZone)}, ${placeText(place)}`
}
