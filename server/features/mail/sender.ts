import type { AppContext } from '#server/context.ts'
import type { MailContent } from '#server/gateways/mail-content.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { MailedTicket } from './mailed-items.sql.ts'

/** A file of so many tickets has about 70 kB. */
export const MAX_ATTACHED_TICKETS = 20

/** Settings, database and mail server of the jobs that write and send mails. */
export type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

/** The same, with the functions that make passes of bought tickets and draw them as a named PDF file. */
export type TicketSender = Sender & {
  makePasses: (tickets: readonly MailedTicket[]) => Promise<NonNullable<MailContent['passes']>>
  printTickets: (tickets: readonly MailedTicket[]) => Promise<NonNullable<MailContent['tickets']>>
}
