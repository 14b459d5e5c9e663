import { pages } from '#contract/pages.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { selectNow } from '#server/db/now.ts'
import { cardsOf } from '../mail-cards.ts'
import { selectTicketsOfEntries } from '../mailed-items.sql.ts'
import type { Sender } from '../sender.ts'
import { calendarOf } from '../ticket-calendar.ts'
import { ifUnableToCome } from './if-unable-to-come.ts'
import { type LocationChangeMail, selectTicketsAtLocation } from './show-changes.sql.ts'

/**
 * Sends the mail about a new name or address of a location. Sends nothing if the customer has returned all tickets of
 * coming shows there or deleted the account since.
 */
export async function sendLocationChange(
  { db, settings, mailer }: Sender,
  id: string,
  mail: LocationChangeMail,
): Promise<void> {
  const user = await selectUser(db, mail.to)
  const tickets = user ? await selectTicketsAtLocation(db, mail) : []
  const [first] = tickets
  if (!user || !first) return
  await mailer.send({
    id,
    to: user,
    subject: `Your venue has changed: ${first.locationName}`,
    paragraphs: [
      'The name or address of a venue you have tickets for has changed. Your tickets and reservations stay valid.',
      ...mail.changes.map(({ what, from, to }) => `${what}: ${to} (before: ${from})`),
      ifUnableToCome(tickets, mail.to, {
        words: 'you can return your tickets on your ticket page until the show starts.',
        isAfterShow: false,
      }),
    ],
    calendar: calendarOf(await selectTicketsOfEntries(db, tickets), settings, await selectNow(db), mail.to),
    cards: cardsOf({ tickets, products: [] }, mail.to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}
