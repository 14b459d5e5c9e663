import { entranceText } from '../entry/gate-text.ts'
import type { PlaceId, ShowId, TicketId } from '../ids.ts'
import { type Cents, euro } from '../money.ts'
import { kindTexts, type PlaceName } from '../tickets/places.ts'
import { showTimeText } from '../shows/programme-words.ts'
import { showNameOf } from '../shows/show-name.ts'
import type { SheetText } from './sheet.ts'

/** A bought ticket to print, with its codes. */
export type PrintedTicket = PlaceName & {
  readonly id: TicketId
  readonly placeId: PlaceId
  readonly showId: ShowId
  readonly eventTitle: string
  readonly showName: string
  readonly startsAt: Date | string
  readonly timeZone: string
  readonly locationName: string
  /** Street, postal code and city. */
  readonly locationAddress: string
  /** The gates that serve its sector. Empty at a location without gates. */
  readonly gateNames: readonly string[]
  /** Null for a ticket that was received from another person. */
  readonly price: Cents | null
  /** The number of the invoice that sold it. Null in the same case. */
  readonly orderNumber: string | null
  /** The text of the QR code. */
  readonly code: string
  /** Eight characters to type. */
  readonly doorCode: string
}

/** The texts that all tickets of a shop have in common. */
export type PrintingShop = { readonly name: string; readonly address: string; readonly termsUrl: string }

const label = (text: string): SheetText => ({ text, size: 8, isSoft: true })
const value = (text: string, size: number): SheetText => ({ text, size, isBold: true, gap: 0.4 })

/** Names the show. */
export function titleTexts({ eventTitle, showName }: PrintedTicket, size: number): SheetText[] {
  return [{ text: showNameOf({ eventTitle, name: showName }), size, isBold: true }]
}

/** Says when and where the show is, and by which gates one comes in. */
export function showTexts({ startsAt, timeZone, ...ticket }: PrintedTicket): SheetText[] {
  const entrance = entranceText(ticket.gateNames)
  return [
    { text: showTimeText(startsAt, timeZone), size: 12, isBold: true },
    { text: ticket.locationName, size: 11, gap: 0.8 },
    { text: ticket.locationAddress, size: 9, isSoft: true },
    ...(entrance === '' ? [] : [{ text: entrance, size: 11, isBold: true, gap: 0.8 }]),
  ]
}

/** Names the place in up to three cells with their share of the width: sector, row and seat. */
export function placeCells(ticket: PrintedTicket, size: number): { share: number; texts: SheetText[] }[] {
  const { sectorName, rowName, seatNumber, kind } = ticket
  const special = kind ? [{ text: kindTexts[kind], size: 9, gap: 0.5 }] : []
  const sector = [label('Sector'), value(sectorName, size), ...special]
  if (rowName === '') return [{ share: 1, texts: sector }]
  return [
    { share: 0.5, texts: sector },
    { share: 0.28, texts: [label('Row'), value(rowName, size)] },
    { share: 0.22, texts: [label('Seat'), value(String(seatNumber), size)] },
  ]
}

/** Names the price and the order, to the buyer alone. */
export function orderTexts({ price, orderNumber }: PrintedTicket): SheetText[] {
  if (price === null) return []
  return [
    { text: `Price: ${euro(price)}, VAT included`, size: 9 },
    { text: `Order: invoice ${orderNumber}`, size: 9 },
  ]
}

/** Shows the code to type, in two groups. */
export function doorCodeTexts({ doorCode }: PrintedTicket, size: number): SheetText[] {
  return [
    label('Code to type at the door'),
    value(`${doorCode.slice(0, 4)} ${doorCode.slice(4)}`, size),
    { text: 'Keep this code to yourself: the first person to show it gets in.', size: 8, isSoft: true, gap: 1 },
  ]
}

/** Says what to bring, and where the terms are. */
export function hintTexts({ termsUrl }: PrintingShop): SheetText[] {
  return [
    { text: 'What to bring', size: 11, isBold: true },
    { text: 'This ticket, on paper or on your phone. One ticket admits one person.', size: 9, gap: 0.5 },
    { text: 'Please keep the square code flat, clean and in one piece.', size: 9, gap: 0.5 },
    { text: `Terms: ${termsUrl}`, size: 9, gap: 2 },
  ]
}

/** Names the shop that sold the ticket. */
export function shopTexts({ name, address }: PrintingShop): SheetText[] {
  return [
    { text: name, size: 9, isBold: true },
    { text: address, size: 8, isSoft: true },
  ]
}
