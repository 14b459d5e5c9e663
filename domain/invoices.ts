import { type PlaceName, placeText } from './places.ts'
import { dateTimeText } from './time-text.ts'

/** The types of an invoice: of an order, or of its refund. */
export const INVOICE_TYPES = ['NORMAL', 'CANCEL'] as const

export type InvoiceType = (typeof INVOICE_TYPES)[number]

type SoldTicket = PlaceName & { eventTitle: string; startsAt: Date; timeZone: string }

/** Formats the description of a ticket on an invoice: "The Seagull, 2026/05/01 19:30, Stalls, row C, seat 14". */
export function ticketText({ eventTitle, startsAt, timeZone, ...place }: SoldTicket): string {
  return `${eventTitle}, ${dateTimeText(startsAt, timeZone)}, ${placeText(place)}`
}
