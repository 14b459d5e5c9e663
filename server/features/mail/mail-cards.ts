import { entranceText } from '#domain/entry/gate-text.ts'
import type { UserId } from '#domain/ids.ts'
import { cents, euro, sumOf } from '#domain/money.ts'
import { counted } from '#domain/number-text.ts'
import { placeText } from '#domain/tickets/places.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import type { MailCard, MailItem } from '#server/gateways/mail-content.ts'
import type { MailedProduct, MailedTicket } from './mailed-items.sql.ts'

const PICK_UP_OF_MERCHANDISE = 'Handed over at the box office. Bring your invoice, on paper or on your phone.'

/** The tickets and products of an invoice. */
export type MailedItems = { tickets: readonly MailedTicket[]; products: readonly MailedProduct[] }

/**
 * Writes a card for each show with date, venue and places, and one for the merchandise. Leaves out the prices of
 * tickets that `reader` has received from their buyers.
 */
export function cardsOf({ tickets, products }: MailedItems, reader: UserId): MailCard[] {
  const shows = Map.groupBy(tickets, ({ showId }) => showId)
  return [
    ...Array.from(shows.values(), (ofShow) => cardOfShow(ofShow, reader)),
    ...(products.length === 0
      ? []
      : [{ title: 'Merchandise', facts: [PICK_UP_OF_MERCHANDISE], items: products.map(itemOfProduct) }]),
  ]
}

function cardOfShow(tickets: readonly MailedTicket[], reader: UserId): MailCard {
  const [show] = tickets
  if (!show) throw new RangeError('A card needs a ticket')
  const entrances = new Set(tickets.map(({ gateNames }) => entranceText(gateNames)))
  const [entrance = ''] = entrances
  const isSame = entrances.size === 1
  const places = Map.groupBy(tickets, (ticket) => (isSame ? placeText(ticket) : placeWithEntrance(ticket)))
  return {
    title: showNameOf({ eventTitle: show.eventTitle, name: show.showName }),
    facts: [
      showTimeText(show.startsAt, show.timeZone),
      `${show.locationName}, ${show.address}, ${show.postalCode} ${show.city}`,
      ...(isSame && entrance !== '' ? [entrance] : []),
    ],
    items: Array.from(places, ([name, same]) => ({
      name: times(same.length, name),
      amount: same.some(({ holderId }) => holderId === reader) ? '' : euro(sumOf(same.map(({ price }) => price))),
    })),
  }
}

/** Names a place and its entrance. Mails and calendars name both where places of a show have different entrances. */
export function placeWithEntrance(ticket: MailedTicket): string {
  return [placeText(ticket), entranceText(ticket.gateNames)].filter((text) => text !== '').join('. ')
}

function itemOfProduct({ name, quantity, price, usePoints, points }: MailedProduct): MailItem {
  const amount = usePoints ? counted(points * quantity, 'point', 'points') : euro(cents(price * quantity))
  return { name: times(quantity, name), amount }
}

const times = (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`)
