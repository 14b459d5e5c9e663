import type { TaskList } from 'graphile-worker'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { remindOfShows } from './remind-of-shows.ts'
import type { Reminder } from './reminders.sql.ts'
import { sendReminder } from './send-reminder.ts'

export function reminderJobs({ db, settings, tokens }: AppContext, mailer: Mailer): TaskList {
  return {
    'remind-of-shows': () => remindOfShows(db),
    'send-reminder': (payload, { job }) =>
      sendReminder({ db, settings, tokens, mailer }, `mail-${job.id}`, payload as Reminder),
  }
}
