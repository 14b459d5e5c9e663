import { consoleLogFactory, Logger, runOnce } from 'graphile-worker'
import type { Letter } from '#server/gateways/mailer.ts'
import { tasksOf } from '#server/worker.ts'
import type { TestShop } from './shop.ts'

/** Does all jobs that wait, and answers the mails that went out, by their readers' addresses and order. */
export async function doJobs({ context, databaseUrl }: TestShop): Promise<Letter[]> {
  const letters: Letter[] = []
  const mailer = {
    send: async (letter: Letter) => void letters.push(letter),
    close: () => undefined,
  }
  const logger = new Logger((scope) => (level, message, meta) => {
    if (level === 'error') consoleLogFactory(scope)(level, message, meta)
  })
  await runOnce({ connectionString: databaseUrl, taskList: tasksOf(context, mailer), logger, noHandleSignals: true })
  return letters
}
