import type { AppContext } from '#server/context.ts'
import type { MailContent } from '#server/gateways/mail-content.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { MailedTicket } from './mailed-items.sql.ts'

/** A file of so many tickets has about 70 kB. */
export const MAX_ATTACHED_TICKETS = 20

export const PICK_UP = 'Please pick up your tickets 30 minutes before the show starts.'

/** Says in mails what opens the door for tickets without live codes. */
export const WHAT_TO_BRING = 'What to bring: your tickets, on paper or on your phone.'

/** Says in mails how to show a ticket with a live code. */
export const HOW_TO_SHOW_LIVE_CODES =
  'Open the ticket on your phone, under Your Tickets in the shop, ideally before you leave home: it then works ' +
  'offline, too. If you are without your phone, come to the box office with an ID.'

/** Says in mails why tickets of shows with live codes are not attached, and how to show them. */
export const LIVE_CODES =
  'Tickets with a live code are not attached, because their code changes every 15 seconds, so that nobody can use a ' +
  `copy. ${HOW_TO_SHOW_LIVE_CODES}`

/** Settings, database and mail server of the jobs that write and send mails. */
export type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/** The same, with the functions that make passes of bought tickets and draw them as a named PDF file. */
export type TicketSender = Sender & {
  makePasses: (tickets: readonly MailedTicket[]) => Promise<NonNullable<MailContent['passes']>>
  printTickets: (tickets: readonly MailedTicket[]) => Promise<NonNullable<MailContent['tickets']>>
}

/** Tells whether a mail may carry a ticket: the code of a show with live codes is on the page of its ticket alone. */
export const isPrinted = ({ hasLiveCodes }: Pick<MailedTicket, 'hasLiveCodes'>): boolean => !hasLiveCodes
