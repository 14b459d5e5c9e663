import type * as z from 'zod/mini'
import type { ticket } from '#contract/tickets.ts'
import { placeText } from '#domain/places.ts'
import { dateTimeText } from '#domain/time-text.ts'

/** A ticket as the server shows it. */
export type Ticket = z.output<typeof ticket>

type Place = Pick<Ticket, 'seatingPlanSectorName' | 'seatingPlanRowName' | 'seatNumber'>

/** The place of a ticket: "Stalls, row C, seat 14". */
export function placeOf(ticket: Place): string {
  const { seatingPlanSectorName: sectorName, seatingPlanRowName: rowName, seatNumber } = ticket
  return placeText({ sectorName, rowName, seatNumber })
}

/** What a show is called: its event, and its own name when that says more. */
export function showNameOf({ eventTitle, name }: Pick<Ticket['eventShow'], 'eventTitle' | 'name'>): string {
  return name === '' || name === eventTitle ? eventTitle : `${eventTitle} – ${name}`
}

/** A ticket in one sentence: its show, when that is, and the place. */
export function ticketName({ eventShow, ...place }: Place & Pick<Ticket, 'eventShow'>): string {
  const { startTime, timeZone } = eventShow
  return `${showNameOf(eventShow)}, ${dateTimeText(startTime, timeZone)}, ${placeOf(place)}`
}
