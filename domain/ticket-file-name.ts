import type { ShowId, TicketId } from './ids.ts'
import { type PlaceName, placeText } from './places.ts'
import { showNameOf } from './show-name.ts'

/** Characters that some file systems refuse. */
const REFUSED = /[\\/:*?"<>|\p{Cc}]/gu
/** Leaves room for the ending in file systems with 255 bytes a name, of up to four bytes a character. */
const MAX_CHARACTERS = 60

type NamedTicket = PlaceName & { id: TicketId; showId: ShowId; eventTitle: string; showName: string }

/**
 * Names a file of tickets, without its ending: "Ticket 5 Tosca, Stalls, row C, seat 14". Several tickets are named by
 * their first and, if all are for one show, by this. The number keeps names apart that are cut to the same beginning.
 */
export function ticketFileName([first, ...others]: readonly NamedTicket[]): string {
  if (!first) return 'Tickets'
  const show = showNameOf({ eventTitle: first.eventTitle, name: first.showName })
  const isOneShow = others.every(({ showId }) => showId === first.showId)
  if (others.length === 0) return shortened(`Ticket ${first.id} ${show}, ${placeText(first)}`)
  return shortened(`Tickets ${first.id} and ${others.length} more${isOneShow ? ` ${show}` : ''}`)
}

function shortened(text: string): string {
  const characters = Array.from(text.replace(REFUSED, ' ').replace(/\s+/g, ' '))
  return characters
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/[ .,]+$/, '')
}
