import { pages } from '#contract/pages.ts'
import type { NewCodesMail } from '#server/features/ticket-codes/renewed-tickets.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { cardsOf } from './mail-cards.ts'
import { selectHeldTickets } from './mailed-items.sql.ts'
import { isPrinted, LIVE_CODES, MAX_ATTACHED_TICKETS, type TicketSender } from './sender.ts'

const texts: Record<NewCodesMail['reason'], { subject: string; text: string }> = {
  KEY: {
    subject: 'New codes for your tickets',
    text: 'For your safety, we have replaced the codes of the tickets below, which stay yours. The codes that you have on paper, in earlier emails or as a picture no longer open the door.',
  },
  RETURNED: {
    subject: 'Your tickets are yours again',
    text: 'You had given the tickets below to another person, whose account is closed. They are yours again, and all their earlier codes are no longer valid.',
  },
}

/**
 * Sends the mail about tickets that got new codes without their holder, with these codes. Sends nothing about tickets
 * that were refunded or given away since, or to a deleted account.
 */
export async function sendNewCodes(
  { db, settings, mailer, printTickets, makePasses }: TicketSender,
  id: string,
  { to, ticketIds, reason }: NewCodesMail,
): Promise<void> {
  const user = await selectUser(db, to)
  const tickets = user ? await selectHeldTickets(db, to, ticketIds) : []
  const [first] = tickets
  if (!user || !first) return
  const printed = tickets.filter(isPrinted)
  const canAttach = printed.length > 0 && printed.length <= MAX_ATTACHED_TICKETS
  await mailer.send({
    id,
    to: user,
    subject: texts[reason].subject,
    paragraphs: [
      texts[reason].text,
      canAttach
        ? "The tickets with their new codes are attached as a PDF file. You'll also find them on your ticket page."
        : 'The tickets with their new codes are on your ticket page.',
      ...(printed.length < tickets.length ? [LIVE_CODES] : []),
    ],
    cards: cardsOf({ tickets, products: [] }, to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
    ...(canAttach && { tickets: await printTickets(printed), passes: await makePasses(printed) }),
  })
}
