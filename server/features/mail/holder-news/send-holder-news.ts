import { pages } from '#contract/pages.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { cardsOf } from '../mail-cards.ts'
import type { Sender } from '../sender.ts'
import { type HolderNews, selectTicketOfNews } from './holder-news.sql.ts'

/** Tells the person who has received a ticket that it has another place, or is refunded. Sends no outdated news. */
export async function sendHolderNews({ db, settings, mailer }: Sender, id: string, news: HolderNews): Promise<void> {
  const user = await selectUser(db, news.to)
  const ticket = user && (await selectTicketOfNews(db, news))
  if (!ticket) return
  const { subject, paragraphs } = textsOf[news.kind]
  await mailer.send({
    ...{ id, to: user, subject: `${subject}: ${ticket.eventTitle}`, paragraphs },
    cards: cardsOf({ tickets: [ticket], products: [] }, news.to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}

const textsOf = {
  MOVED: {
    subject: 'Your ticket was moved to another place',
    paragraphs: [
      'The box office has moved the ticket that you received to the place below.',
      'Its former code is no longer valid at the door. The new one is on your ticket page.',
    ],
  },
  REFUNDED: {
    subject: 'Your ticket is no longer valid',
    paragraphs: [
      'The ticket below, which you received from another person, was refunded. It is no longer valid at the door.',
      'The money goes to the person who bought it. Please ask them why.',
    ],
  },
} as const
