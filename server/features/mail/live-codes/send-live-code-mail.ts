import { pages } from '#contract/pages.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { cardsOf } from '../mail-cards.ts'
import { HOW_TO_SHOW_LIVE_CODES, type Sender } from '../sender.ts'
import { type LiveCodeMail, selectLiveTickets } from './live-code-mails.sql.ts'

/**
 * Tells a person that the files of tickets open nothing any more, because the show has live codes now. Sends nothing if
 * the person has no such tickets by then, or the show has printed codes again.
 */
export async function sendLiveCodeMail(
  { db, settings, mailer }: Sender,
  id: string,
  mail: LiveCodeMail,
): Promise<void> {
  const user = await selectUser(db, mail.to)
  const tickets = user ? await selectLiveTickets(db, mail) : []
  const [first] = tickets
  if (!user || !first) return
  await mailer.send({
    id,
    to: user,
    subject: `Your tickets now have a live code: ${first.eventTitle}`,
    paragraphs: [
      'The code of the tickets below now changes every 15 seconds, so that nobody can use a copy. The tickets stay ' +
        'yours, but paper, PDF files, wallet passes and pictures of them no longer open the door.',
      HOW_TO_SHOW_LIVE_CODES,
    ],
    cards: cardsOf({ tickets, products: [] }, mail.to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}
