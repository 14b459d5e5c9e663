import { type PlaceName, placeText } from '../tickets/places.ts'
import { showNameOf } from '../shows/show-name.ts'
import { showTimeText } from '../shows/programme-words.ts'

/** The types of an invoice: of an order, or of its refund. */
export const INVOICE_TYPES = ['NORMAL', 'CANCEL'] as const

export type InvoiceType = (typeof INVOICE_TYPES)[number]

type SoldTicket = PlaceName & { eventTitle: string; showName: string; startsAt: Date; timeZone: string }

/** Formats a ticket on an invoice: "The Seagull – Premiere, Fri 2026/05/01 19:30, Stalls, row C, seat 14". */
export function ticketText({ eventTitle, showName, startsAt, timeZone, ...place }: SoldTicket): string {
  return `${showNameOf({ eventTitle, name: showName })}, ${showTimeText(startsAt, timeZone)}, ${placeText(place)}`
}
