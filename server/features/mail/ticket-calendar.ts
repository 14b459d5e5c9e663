import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { pages } from '#contract/pages.ts'
import type { UserId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { Settings } from '#server/settings/env.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { placeWithEntrance } from './mail-cards.ts'
import type { MailedTicket } from './mailed-items.sql.ts'

type Shop = Pick<Settings, 'PUBLIC_URL' | 'seller'>

/**
 * Writes an iCalendar file (RFC 5545) with one entry for each show and order of sold tickets, refunded ones included.
 * The entry keeps its UID, and its SEQUENCE rises with each change of the show and of its tickets, so that a later file
 * replaces it. Without a valid ticket that `reader` has, the entry is cancelled. Undefined without sold tickets.
 */
export function calendarOf(
  tickets: readonly MailedTicket[],
  shop: Shop,
  now: Date,
  reader: UserId,
): string | undefined {
  const sold = tickets.filter(({ invoiceId }) => invoiceId !== null)
  if (sold.length === 0) return undefined
  const calendar = new ICalCalendar({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Foyer', product: 'Tickets' },
  })
  for (const ofEntry of Map.groupBy(sold, uidOf).values()) addEntry(calendar, ofEntry, { shop, now, reader })
  return calendar.toString()
}

type Options = { shop: Shop; now: Date; reader: UserId }

function addEntry(calendar: ICalCalendar, tickets: readonly MailedTicket[], { shop, now, reader }: Options): void {
  const [show] = tickets
  if (!show) throw new RangeError('A calendar entry needs a ticket')
  const valid = tickets.filter(
    ({ state, cancelledAt, holderId, userId }) =>
      state === 'BOUGHT' && cancelledAt === null && (holderId ?? userId) === reader,
  )
  calendar.createEvent({
    id: `${uidOf(show)}@${new URL(shop.PUBLIC_URL).hostname}`,
    sequence: show.showVersion + changesOf(tickets),
    stamp: now,
    status: valid.length === 0 ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: show.startsAt,
    end: show.endsAt,
    summary: showNameOf({ eventTitle: show.eventTitle, name: show.showName }),
    location: `${show.locationName}, ${show.address}, ${show.postalCode} ${show.city}`,
    description: (valid.length === 0 ? tickets : valid).map(placeWithEntrance).join('\n'),
    url: publicUrl(shop, pages.ownTickets.href()),
    organizer: { name: shop.seller.name, email: shop.seller.email },
  })
}

/** Counts the refunds of tickets and the replacements of their codes, which never become fewer. */
function changesOf(tickets: readonly MailedTicket[]): number {
  return tickets.reduce((sum, { issue, state }) => sum + (issue - 1) + (state === 'REFUNDED' ? 1 : 0), 0)
}

const uidOf = ({ showId, invoiceId }: MailedTicket) => `show-${showId}-order-${invoiceId}`
