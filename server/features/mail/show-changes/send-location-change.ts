import { pages } from '#contract/pages.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/public-url.ts'
import { selectNow } from '#server/db/now.ts'
import { cardsOf } from '../mail-cards.ts'
import { selectTicketsOfEntries } from '../mailed-items.sql.ts'
import type { Sender } from '../sender.ts'
import { calendarOf } from '../ticket-calendar.ts'
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
    subject: `A change of your venue: ${first.locationName}`,
    paragraphs: [
      'The name or the address of a venue of your shows has changed. Your tickets and reservations stay valid.',
      ...mail.changes.map(({ what, from, to }) => `${what}: ${to} (before: ${from})`),
      'If this does not suit you, you can return your tickets on your ticket page until the show starts. You get their price back.',
    ],
    calendar: calendarOf(await selectTicketsOfEntries(db, tickets), settings, await selectNow(db)),
    cards: cardsOf({ tickets, products: [] }),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}
