import { pages } from '#contract/pages.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { cardsOf } from '../mail-cards.ts'
import type { Sender } from '../sender.ts'
import { selectEndedReservations, type ShowCancelledMail } from './show-changes.sql.ts'

/**
 * Sends the mail about a cancelled show to a customer who has only reserved, or received a ticket. Sends nothing to a
 * deleted account.
 */
export async function sendShowCancelled(
  { db, settings, mailer }: Sender,
  id: string,
  mail: ShowCancelledMail,
): Promise<void> {
  const user = await selectUser(db, mail.to)
  const tickets = user ? await selectEndedReservations(db, mail) : []
  const [first] = tickets
  if (!user || !first) return
  await mailer.send({
    id,
    to: user,
    subject: `Show cancelled: ${first.eventTitle}`,
    paragraphs: [
      ...(tickets.some(({ holderId }) => holderId === mail.to)
        ? [
            `We are sorry: the show for your tickets below was cancelled. ${mail.reason}`,
            'The money goes back to the person who bought them. There is nothing you need to do.',
          ]
        : [
            `We are sorry: the show of your reservations below was cancelled. ${mail.reason}`,
            'Your reservations have ended. You paid nothing for them, and there is nothing you need to do.',
          ]),
    ],
    cards: cardsOf({ tickets, products: [] }, mail.to),
    link: { label: 'Search events', url: publicUrl(settings, pages.searchEvents.href()) },
  })
}
