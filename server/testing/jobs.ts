import { consoleLogFactory, Logger, runOnce } from 'graphile-worker'
import { openJobPool } from '#server/db/job-pool.ts'
import { handOutboxOver, isOutboxFilled } from '#server/db/outbox.sql.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { tasksOf } from '#server/jobs/worker.ts'
import type { TestShop } from './shop.ts'

/** Runs all pending jobs and returns the sent mails, by recipient and order. The first mails may be refused. */
export async function doJobs({ context, databaseUrl }: TestShop, { refusals = 0 } = {}): Promise<Mail[]> {
  const mails: Mail[] = []
  let left = refusals
  const mailer = {
    send: async (mail: Mail) => {
      left -= 1
      if (left >= 0) throw new Error('The mail server refuses this mail.')
      mails.push(mail)
    },
    close: () => undefined,
  }
  const logger = new Logger((scope) => (level, message, meta) => {
    if (level === 'error' && refusals === 0) consoleLogFactory(scope)(level, message, meta)
  })
  const pgPool = openJobPool(databaseUrl, 2, () => undefined)
  try {
    // Jobs put further ones into the outbox.
    do {
      await handOutboxOver(context.db)
      await runOnce({ pgPool, taskList: tasksOf(context, mailer), logger, noHandleSignals: true })
    } while (await isOutboxFilled(context.db))
  } finally {
    await pgPool.end()
  }
  return mails
}
