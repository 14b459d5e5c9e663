import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import type { MailOrder } from './mail.sql.ts'
import { sendMail } from './send-mail.ts'

export function mailJobs({ db, settings }: AppContext, mailer: Mailer): TaskList {
  return {
    'send-mail': (payload, { job }) => sendMail({ db, settings, mailer }, `mail-${job.id}`, payload as MailOrder),
  }
}
