import { gateText } from '../entry/gate-text.ts'
import { showNameOf } from '../shows/show-name.ts'
import type { PrintingShop } from '../ticket-sheet/ticket-texts.ts'
import { WALLET_COLORS, type WalletTicket } from './wallet-ticket.ts'

/** Keeps links short enough for all browsers and mail programs: they carry all texts. */
const MAX_TEXT_BYTES = 48

type Localised = { defaultValue: { language: string; value: string } }

/** A show and a ticket of it in the words of Google Wallet. */
export type GoogleTicket = { ticketClass: { id: string } & Record<string, unknown>; ticket: Record<string, unknown> }

/**
 * Writes the ticket of a show for Google Wallet. A changed show is another class, because a link cannot change a class.
 * A ticket with a new code is another object.
 */
export function googleTicketOf(ticket: WalletTicket, shop: PrintingShop, issuerId: string): GoogleTicket {
  const classId = `${issuerId}.show-${ticket.showId}-${ticket.showVersion}`
  const { eventTitle, showName, rowName, seatNumber, sectorName, doorCode, gateNames } = ticket
  return {
    ticketClass: {
      id: classId,
      issuerName: cut(shop.name),
      reviewStatus: 'UNDER_REVIEW',
      eventName: text(showNameOf({ eventTitle, name: showName })),
      venue: { name: text(ticket.locationName), address: text(ticket.locationAddress) },
      dateTime: { start: ticket.startsAt.toISOString(), end: ticket.endsAt.toISOString() },
      hexBackgroundColor: WALLET_COLORS.background,
    },
    ticket: {
      id: `${issuerId}.ticket-${ticket.id}-${ticket.issue}`,
      classId,
      state: 'ACTIVE',
      ticketNumber: String(ticket.id),
      barcode: {
        type: 'QR_CODE',
        value: ticket.code,
        alternateText: `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`,
      },
      seatInfo: {
        section: text(sectorName),
        ...(rowName !== '' && { row: text(rowName), seat: text(String(seatNumber)) }),
        ...(gateNames.length > 0 && { gate: text(gateText(gateNames)) }),
      },
    },
  }
}

const text = (value: string): Localised => ({ defaultValue: { language: 'en', value: cut(value) } })

/** Cuts a text to the bytes that a link has room for. */
function cut(value: string): string {
  const encoder = new TextEncoder()
  let kept = ''
  for (const character of value) {
    if (encoder.encode(kept + character).length > MAX_TEXT_BYTES) return kept.trimEnd()
    kept += character
  }
  return kept
}
