import { setTimeout as wait } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import { pino } from 'pino'
import type { AppContext } from './context.ts'
import { openJobPool } from './db/job-pool.ts'
import { releaseStuckJobs } from './db/jobs.sql.ts'
import { authJobs } from './features/auth/auth.jobs.ts'
import { imageJobs } from './features/images/images.jobs.ts'
import { mailJobs } from './features/mail/mail.jobs.ts'
import { ticketJobs } from './features/tickets/tickets.jobs.ts'
import { type Mailer, mailerOf } from './gateways/mailer.ts'

const CONCURRENT_JOBS = 2
const RESTART_AFTER_MS = 5_000
const FAILURES_BEFORE_RESTART = 6
const STOP_WITHIN_MS = 5_000

// What becomes of a job is told to the database in the background. Only in batches, of no delay here, does a connection
// that breaks then stop the runner; else it would end the process.
const whatFailsIsHeard = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Everything that is done after a request is answered, by its task's name. */
export function tasksOf(context: AppContext, mailer: Mailer) {
  return {
    ...authJobs(context, mailer),
    ...imageJobs(context),
    ...mailJobs(context, mailer),
    ...ticketJobs(context),
    'release-stuck-jobs': () => releaseStuckJobs(context.db),
  }
}

/**
 * Does the shop's jobs until it is stopped. Several servers share them. Whenever the database was away for so long that
 * the work broke off, it begins again.
 */
export async function startWorker(
  context: AppContext,
  connectionString: string,
): Promise<{ stop: () => Promise<void> }> {
  const log = pino({ level: context.settings.LOG_LEVEL, name: 'worker' })
  const mailer = mailerOf(context.settings, (text) => log.info(text))
  const pgPool = openJobPool(connectionString, CONCURRENT_JOBS + 2, (error) => log.warn(error.message))
  const stopping = new AbortController()
  const start = async () => {
    const runner = await run({
      pgPool,
      preset: whatFailsIsHeard,
      concurrency: CONCURRENT_JOBS,
      noHandleSignals: true,
      taskList: tasksOf(context, mailer),
      parsedCronItems: parseCronItems([
        { task: 'release-stuck-jobs', match: '*/5 * * * *' },
        { task: 'sweep-expired', match: '17 * * * *' },
        { task: 'sweep-images', match: '27 * * * *' },
        { task: 'sweep-reservations', match: '37 * * * *' },
      ]),
      logger: new Logger(() => (level, message) => {
        if (level === 'error') log.error(message)
        if (level === 'warning') log.warn(message)
      }),
    })
    stopWhenItCannotWork(runner)
    return runner
  }

  let runner: Runner | undefined = await start()
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await start()
        await (stopping.signal.aborted ? runner.stop() : runner.promise)
      } catch (error) {
        log.error(error)
      }
      runner = undefined
      await wait(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = keepRunning()

  async function finish(): Promise<void> {
    await runner?.stop().catch((error: unknown) => log.error(error))
    await running
    await pgPool.end()
  }

  async function stop(): Promise<void> {
    stopping.abort()
    // Without its database the runner may wait for ever. Jobs that are under way then are done again by another server.
    await Promise.race([finish(), wait(STOP_WITHIN_MS, undefined, { ref: false })])
    mailer.close()
  }
  return { stop }
}

/** A connection that breaks at the wrong moment can leave a runner that never takes a job again: it is stopped. */
function stopWhenItCannotWork(runner: Runner): void {
  let failures = 0
  const works = () => {
    failures = 0
  }
  runner.events.on('worker:getJob:empty', works)
  runner.events.on('job:start', works)
  runner.events.on('worker:getJob:error', () => {
    failures += 1
    if (failures === FAILURES_BEFORE_RESTART) runner.stop('it cannot take jobs').catch(() => undefined)
  })
}
