import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { type ResetRequest, sendResetLink } from './send-reset-link.ts'
import { sweepExpired } from './sweep-expired.ts'

export function authJobs({ db, settings, tokens }: AppContext, mailer: Mailer): TaskList {
  return {
    'send-reset-link': async (payload, { job }) => {
      const request = payload as Pick<ResetRequest, 'email' | 'isByAdministrator' | 'network'>
      await sendResetLink({ db, settings, mailer }, { ...request, id: `mail-${job.id}`, isRetry: job.attempts > 1 })
    },
    'send-confirmation': async (payload, { job }) => {
      const { email } = payload as { email: string }
      await sendConfirmation({ db, settings, tokens, mailer }, `mail-${job.id}`, email)
    },
    'sweep-expired': () => sweepExpired(db, settings),
  }
}
