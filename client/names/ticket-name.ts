import type * as z from 'zod/mini'
import type { ticket, viewedTicket } from '#contract/tickets.ts'
import { placeText } from '#domain/tickets/places.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'

/** A ticket of the API. */
export type Ticket = z.output<typeof ticket>
/** A ticket of its buyer, or of its receiver, who does not see the price. */
export type ViewedTicket = z.output<typeof viewedTicket>

type Place = Pick<Ticket, 'seatingPlanSectorName' | 'seatingPlanRowName' | 'seatNumber' | 'placeKind'>

/** Names the place of a ticket: "Stalls, row C, seat 14". */
export function placeOf(ticket: Place): string {
  const { seatingPlanSectorName: sectorName, seatingPlanRowName: rowName, seatNumber, placeKind: kind } = ticket
  return placeText({ sectorName, rowName, seatNumber, kind })
}

/** Names a ticket by its show, its time and its place. */
export function ticketName({ eventShow, ...place }: Place & Pick<Ticket, 'eventShow'>): string {
  const { startTime, timeZone } = eventShow
  return `${showNameOf(eventShow)}, ${showTimeText(startTime, timeZone)}, ${placeOf(place)}`
}

/** Keeps "row" and "seat" on one line with their number, in a drawn text. Names of controls keep plain spaces. */
export function unbroken(text: string): string {
  return text.replaceAll(/\b(row|seat) (?=\S)/g, '$1\u00a0')
}
