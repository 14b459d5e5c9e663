import { pages } from '#contract/pages.ts'
import { endOfRefund } from '#domain/tickets/refund-rights.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { selectNow } from '#server/db/now.ts'
import { cardsOf } from '../mail-cards.ts'
import type { Sender } from '../sender.ts'
import { type MailedTicket, selectTicketsOfEntries } from '../mailed-items.sql.ts'
import { calendarOf } from '../ticket-calendar.ts'
import { ifUnableToCome } from './if-unable-to-come.ts'
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
    subject: `Your show has changed: ${first.eventTitle}`,
    paragraphs: [
      `There has been a change to ${name}. Your tickets and reservations stay valid.`,
      ...mail.changes.map(({ what, from, to }) => `${what}: ${to} (before: ${from})`),
      ifUnableToCome(tickets, mail.to, rightToRefund(tickets.filter(({ isUsed }) => !isUsed))),
    ],
    calendar: calendarOf(await selectTicketsOfEntries(db, tickets), settings, await selectNow(db), mail.to),
    cards: cardsOf({ tickets, products: [] }, mail.to),
    link: { label: 'Your tickets', url: publicUrl(settings, pages.ownTickets.href()) },
  })
}

/** Says until when a customer can return tickets of a show: until it starts, or longer by an offer. */
function rightToRefund(tickets: readonly MailedTicket[]): Parameters<typeof ifUnableToCome>[2] {
  const offered = tickets.filter((ticket) => ticket.state === 'BOUGHT' && endOfRefund(ticket) > ticket.startsAt)
  const [first] = offered
  if (!first) {
    return { words: 'you can return your tickets on your ticket page until the show starts.', isAfterShow: false }
  }
  const end = new Date(Math.min(...offered.map((ticket) => endOfRefund(ticket).getTime())))
  const which = offered.length < tickets.length ? 'the tickets that you bought before the change' : 'your tickets'
  const until = dateTimeText(end, first.timeZone)
  return {
    words: `you can return ${which} on your ticket page until ${until}, even after the show.`,
    isAfterShow: end > first.endsAt,
  }
}
