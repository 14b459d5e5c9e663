import { pages } from '#contract/pages.ts'
import { showNameOf } from '#domain/show-name.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/public-url.ts'
import { cardsOf } from '../mail-cards.ts'
import type { Sender } from '../sender.ts'
import { selectTicketsToTellOf, type ShowChangeMail } from './show-changes.sql.ts'

/**
 * Sends the mail about a change of a show. Sends nothing if the customer has returned all tickets or deleted the
 * account since.
 */
export async function sendShowChange(
  { db, settings, mailer }: Sender,
  id: string,
  mail: ShowChangeMail,
): Promise<void> {
  const user = await selectUser(db, mail.to)
  const tickets = user ? await selectTicketsToTellOf(db, mail) : []
  const [first] = tickets
  if (!user || !first) return
  const name = showNameOf({ eventTitle: first.eventTitle, name: first.showName })
  await mailer.send({
    id,
    to: user,
    subject: `A change of your show: ${first.eventTitle}`,
    paragraphs: [
      `Something has changed about ${name}. Your tickets and reservations stay valid.`,
      ...mail.changes.map(({ what, from, to }) => `${what}: ${to} (before: ${from})`),
      'If this does not suit you, you can return your tickets on your ticket page until the show starts. You get their price back.',
    ],
    cards: cardsOf({ tickets, products: [] }),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}
