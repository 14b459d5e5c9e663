import type { TaskList } from 'graphile-worker'
import type { PaymentId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { passMaker } from '#server/features/ticket-codes/wallets.ts'
import { ticketPrinter } from '#server/features/ticket-codes/print-tickets.ts'
import type { NewCodesMail } from '#server/features/ticket-codes/renewed-tickets.sql.ts'
import type { AccountMail, InvoiceMail, PaymentMail } from './mail.sql.ts'
import type { LiveCodeMail } from './live-codes/live-code-mails.sql.ts'
import { sendLiveCodeMail } from './live-codes/send-live-code-mail.ts'
import { sendPaymentMail } from './payments/send-payment-mail.ts'
import { sendAccountMail } from './send-account-mail.ts'
import { sendInvoiceMail } from './send-invoice-mail.ts'
import { sendNewCodes } from './send-new-codes.ts'
import { sendReturnMail } from './send-return-mail.ts'
import type { HolderNews } from './holder-news/holder-news.sql.ts'
import { sendHolderNews } from './holder-news/send-holder-news.ts'
import { sendShowChange } from './show-changes/send-show-change.ts'
import { sendLocationChange } from './show-changes/send-location-change.ts'
import { sendShowCancelled } from './show-changes/send-show-cancelled.ts'
import type { LocationChangeMail, ShowCancelledMail, ShowChangeMail } from './show-changes/show-changes.sql.ts'

export function mailJobs(context: AppContext, mailer: Mailer): TaskList {
  const { db, settings } = context
  const sender = { db, settings, mailer, printTickets: ticketPrinter(context), makePasses: passMaker(context) }
  return {
    'send-mail': async (payload, { job }) => {
      const mail = payload as AccountMail | InvoiceMail
      // Version 0.2 enqueued mails about invoices under this name, too.
      if ('invoiceId' in mail) await sendInvoiceMail(sender, `mail-${job.id}`, [mail])
      else await sendAccountMail(sender, `mail-${job.id}`, mail)
    },
    'send-return-mail': (payload, { job }) =>
      sendReturnMail(sender, `mail-${job.id}`, (payload as { paymentId: PaymentId }).paymentId),
    'send-new-codes': (payload, { job }) => sendNewCodes(sender, `mail-${job.id}`, payload as NewCodesMail),
    'send-show-change': (payload, { job }) => sendShowChange(sender, `mail-${job.id}`, payload as ShowChangeMail),
    'send-location-change': (payload, { job }) =>
      sendLocationChange(sender, `mail-${job.id}`, payload as LocationChangeMail),
    'send-show-cancelled': (payload, { job }) =>
      sendShowCancelled(sender, `mail-${job.id}`, payload as ShowCancelledMail),
    'send-holder-news': (payload, { job }) => sendHolderNews(sender, `mail-${job.id}`, payload as HolderNews),
    'send-live-code-mail': (payload, { job }) => sendLiveCodeMail(sender, `mail-${job.id}`, payload as LiveCodeMail),
    'send-payment-mail': (payload, { job }) => sendPaymentMail(sender, `mail-${job.id}`, payload as PaymentMail),
    'send-invoice-mail': (payload, { job }) => sendInvoiceMail(sender, `mail-${job.id}`, payload as InvoiceMail[]),
  }
}
