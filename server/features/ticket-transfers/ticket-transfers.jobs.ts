import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { clearOldAddresses } from './ticket-transfers.sql.ts'
import { sendTicketOffer, sendTransferNews, type TransferNews } from './send-transfer-mails.ts'

export function ticketTransferJobs({ db, settings }: AppContext, mailer: Mailer): TaskList {
  const sender = { db, settings, mailer }
  return {
    'clear-transfer-addresses': () => clearOldAddresses(db),
    'send-ticket-offer': (payload, { job }) =>
      sendTicketOffer(sender, `mail-${job.id}`, (payload as { id: number }).id),
    'send-transfer-news': (payload, { job }) => sendTransferNews(sender, `mail-${job.id}`, payload as TransferNews),
  }
}
