import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'

/** Settings, database and mail server of the jobs that write and send mails. */
export type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }
