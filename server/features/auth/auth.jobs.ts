import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { sendResetLink } from './send-reset-link.ts'
import { sweepExpired } from './sweep-expired.ts'

export function authJobs({ db, settings }: AppContext, mailer: Mailer): TaskList {
  return {
    'send-reset-link': async (payload, { job }) => {
      const { email } = payload as { email: string }
      await sendResetLink({ db, settings, mailer }, { id: `mail-${job.id}`, email, isRetry: job.attempts > 1 })
    },
    'sweep-expired': () => sweepExpired(db),
  }
}
