import type { ShowId, TicketId } from '../ids.ts'
import { type PlaceName, placeText } from './places.ts'
import type { SheetFormat } from '../ticket-sheet/sheet.ts'
import { showNameOf } from '../shows/show-name.ts'

/** Characters that some file systems refuse. */
const REFUSED = /[\\/:*?"<>|\p{Cc}]/gu
/** Leaves room for the ending in file systems with 255 bytes a name, of up to four bytes a character. */
const MAX_CHARACTERS = 60

type NamedTicket = PlaceName & { id: TicketId; showId: ShowId; eventTitle: string; showName: string }

/**
 * Names a file of tickets, without its ending: "Ticket 5 Tosca, Stalls, row C, seat 14", for phones with "(phone)" at
 * the end. Several tickets are named by their show if it is one, their count and their first: "Tickets Tosca (3, from
 * no. 5)". The number keeps names apart whose beginnings are cut.
 */
export function ticketFileName([first, ...others]: readonly NamedTicket[], format: SheetFormat = 'A4'): string {
  if (!first) return 'Tickets'
  const show = showNameOf({ eventTitle: first.eventTitle, name: first.showName })
  const notes = format === 'PHONE' ? ['phone'] : []
  if (others.length === 0) return shortened(`Ticket ${first.id} ${show}, ${placeText(first)}`, notes)
  const isOneShow = others.every(({ showId }) => showId === first.showId)
  return shortened(isOneShow ? `Tickets ${show}` : 'Tickets', [
    `${others.length + 1}`,
    `from no. ${first.id}`,
    ...notes,
  ])
}

function shortened(text: string, notes: readonly string[]): string {
  const ending = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  const characters = Array.from(text.replace(REFUSED, ' ').replace(/\s+/g, ' '))
  const beginning = characters.slice(0, MAX_CHARACTERS - ending.length).join('')
  return `${beginning.replace(/[ .,]+$/, '')}${ending}`
}
