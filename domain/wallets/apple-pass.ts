import { gateText } from '../entry/gate-text.ts'
import { showTimeText } from '../shows/programme-words.ts'
import { showNameOf } from '../shows/show-name.ts'
import type { PrintingShop } from '../ticket-sheet/ticket-texts.ts'
import { WALLET_COLORS, type WalletTicket } from './wallet-ticket.ts'

type PassField = { key: string; label: string; value: string }

/** The content of a pass of Apple Wallet. */
export type ApplePass = {
  serialNumber: string
  description: string
  organizationName: string
  logoText: string
  backgroundColor: string
  foregroundColor: string
  labelColor: string
  /** A receiver cannot use it: the first person to show the code gets in. */
  sharingProhibited: boolean
  fields: Record<'header' | 'primary' | 'secondary' | 'auxiliary' | 'back', PassField[]>
  code: { message: string; altText: string }
  startsAt: Date
  endsAt: Date
}

/** Writes the pass of a ticket. A ticket with a new code is another pass. */
export function applePassOf(ticket: WalletTicket, shop: PrintingShop): ApplePass {
  const { eventTitle, showName, doorCode, orderNumber, startsAt, endsAt } = ticket
  const show = showNameOf({ eventTitle, name: showName })
  return {
    serialNumber: `${ticket.id}-${ticket.issue}`,
    description: `Ticket: ${show}`,
    organizationName: shop.name,
    logoText: shop.name,
    backgroundColor: rgb(WALLET_COLORS.background),
    foregroundColor: rgb(WALLET_COLORS.text),
    labelColor: rgb(WALLET_COLORS.label),
    sharingProhibited: true,
    fields: {
      header: [],
      primary: [{ key: 'show', label: '', value: show }],
      secondary: [
        { key: 'time', label: 'When', value: showTimeText(startsAt, ticket.timeZone) },
        { key: 'venue', label: 'Where', value: ticket.locationName },
      ],
      auxiliary: placeFields(ticket),
      back: [
        { key: 'address', label: 'Address', value: `${ticket.locationName}, ${ticket.locationAddress}` },
        { key: 'doorCode', label: 'Code to type at the door', value: inGroups(doorCode) },
        ...(orderNumber === null ? [] : [{ key: 'order', label: 'Order', value: `Invoice ${orderNumber}` }]),
        { key: 'terms', label: 'Terms', value: shop.termsUrl },
      ],
    },
    code: { message: ticket.code, altText: inGroups(doorCode) },
    startsAt,
    endsAt,
  }
}

function placeFields({ sectorName, rowName, seatNumber, gateNames }: WalletTicket): PassField[] {
  const isSeat = rowName !== ''
  return [
    { key: 'sector', label: 'Sector', value: sectorName },
    ...(isSeat ? [{ key: 'row', label: 'Row', value: rowName }] : []),
    ...(isSeat ? [{ key: 'seat', label: 'Seat', value: String(seatNumber) }] : []),
    ...(gateNames.length > 0 ? [{ key: 'entrance', label: 'Entrance', value: gateText(gateNames) }] : []),
  ]
}

const inGroups = (doorCode: string): string => `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`

/** Writes `#rrggbb` as the form of passes. */
function rgb(color: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  return `rgb(${parts.join(', ')})`
}
