import { consoleLogFactory, Logger, runOnce } from 'graphile-worker'
import { openJobPool } from '#server/db/job-pool.ts'
import type { Mail } from '#server/gateways/mailer.ts'
import { tasksOf } from '#server/worker.ts'
import type { TestShop } from './shop.ts'

/** Runs all pending jobs and returns the sent mails, by recipient and order. */
export async function doJobs({ context, databaseUrl }: TestShop): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => void mails.push(mail),
    close: () => undefined,
  }
  const logger = new Logger((scope) => (level, message, meta) => {
    if (level === 'error') consoleLogFactory(scope)(level, message, meta)
  })
  const pgPool = openJobPool(databaseUrl, 2, () => undefined)
  try {
    await runOnce({ pgPool, taskList: tasksOf(context, mailer), logger, noHandleSignals: true })
  } finally {
    await pgPool.end()
  }
  return mails
}
