import { pages } from '#contract/pages.ts'
import type { NewCodesMail } from '#server/features/ticket-codes/renewed-tickets.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/public-url.ts'
import { cardsOf } from './mail-cards.ts'
import { selectHeldTickets } from './mailed-items.sql.ts'
import { MAX_ATTACHED_TICKETS, type TicketSender } from './sender.ts'

/**
 * Sends the mail about tickets whose codes were replaced by the shop, with the new ones. Sends nothing about tickets
 * that were refunded or given away since, or to a deleted account.
 */
export async function sendNewCodes(
  { db, settings, mailer, printTickets }: TicketSender,
  id: string,
  { to, ticketIds }: NewCodesMail,
): Promise<void> {
  const user = await selectUser(db, to)
  const tickets = user ? await selectHeldTickets(db, to, ticketIds) : []
  const [first] = tickets
  if (!user || !first) return
  const canAttach = tickets.length <= MAX_ATTACHED_TICKETS
  await mailer.send({
    id,
    to: user,
    subject: 'New codes for your tickets',
    paragraphs: [
      'For your safety, we have replaced the codes of the tickets below. The codes that you have on paper, in earlier emails or as a picture no longer open the door.',
      canAttach
        ? 'Your tickets stay yours. The new ones are attached as a PDF file, and you find them on your ticket page.'
        : 'Your tickets stay yours. You find the new codes on your ticket page.',
    ],
    cards: cardsOf({ tickets, products: [] }),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
    ...(canAttach && { tickets: await printTickets(tickets) }),
  })
}
