import { type PlaceName, placeText } from './places.ts'
import { dateTimeText } from './time-text.ts'

type SoldTicket = PlaceName & { eventTitle: string; startsAt: Date; timeZone: string }

/** Formats the description of a ticket on an invoice: "The Seagull, 2026/05/01 19:30, Stalls, row C, seat 14". */
export function ticketText({ eventTitle, startsAt, timeZone, ...place }: SoldTicket): string {
  return `${eventTitle}, ${dateTimeText(startsAt, timeZone)}, ${placeText(place)}`
}
