import { setTimeout as wait } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems } from 'graphile-worker'
import type { AppContext } from '../context.ts'
import { busyLoopMeter } from './busy-loop.ts'
import { CONCURRENT_JOBS, JOB_CONNECTIONS, openJobPool } from '../db/job-pool.ts'
import { MAIL_FLAG, OUTBOX_FLAG, PROVIDER_FLAG, releaseStuckJobs } from '../db/jobs.sql.ts'
import { onOutboxFilled } from '../db/outbox.sql.ts'
import { authJobs } from '../features/auth/auth.jobs.ts'
import { cancellationJobs } from '../features/cancellations/cancellations.jobs.ts'
import { eventJobs } from '../features/events/events.jobs.ts'
import { figuresJobs } from '../features/figures/figures.jobs.ts'
import { imageJobs } from '../features/images/images.jobs.ts'
import { invoiceJobs } from '../features/invoices/invoices.jobs.ts'
import { mailJobs } from '../features/mail/mail.jobs.ts'
import { reminderJobs } from '../features/mail/reminders/reminders.jobs.ts'
import { paymentJobs } from '../features/orders/payments/payments.jobs.ts'
import { ticketCodeJobs } from '../features/ticket-codes/ticket-codes.jobs.ts'
import { ticketJobs } from '../features/tickets/tickets.jobs.ts'
import { ticketTransferJobs } from '../features/ticket-transfers/ticket-transfers.jobs.ts'
import { userJobs } from '../features/users/users.jobs.ts'
import { MAIL_CONNECTIONS, type Mailer, mailerOf } from '../gateways/mailer.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'
import { LimitedJobs } from './limited-jobs.ts'
import { LONGEST_RUSH_MS, outboxHandOver } from './outbox-hand-over.ts'
import { watchPeriods } from './watch-periods.ts'
import { auditJobs } from '../observability/audit.jobs.ts'
import { isLoggingRequests, openLog } from '../observability/log.ts'
import { observeMailer, observeTasks } from '../observability/observe-jobs.ts'

/** Fewer than all, so that a silent payment provider never stops other jobs, such as mails. */
const CONCURRENT_PROVIDER_JOBS = 3
/** In a longer rush, a server sends mails of the outbox one at a time: that of an order costs more than the order. */
const CONCURRENT_OUTBOX_MAILS_IN_LONG_RUSH = 1
const RESTART_AFTER_MS = 2_000
const STOP_WITHIN_MS = 5_000
const HAND_BACK_WITHIN_MS = 1_000

// graphile-worker reports the end of a job to the database in the background. A connection that breaks meanwhile would
// end the process, but in batch mode it only stops the runner. Hence batches without a delay.
const batchedReports = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Makes up for a night that was missed, such as of a machine that is off at night. */
const nightly = { backfillPeriod: 86_400_000 }

const SCHEDULE: readonly CronItem[] = [
  // One queue: at most one server audits at a time.
  { task: 'audit-books', match: '*/5 * * * *', options: { queueName: 'audit', maxAttempts: 1 } },
  { task: 'resume-cancellations', match: '* * * * *' },
  { task: 'widen-event-times', match: '* * * * *' },
  { task: 'sweep-payments', match: '* * * * *' },
  { task: 'fetch-missed-events', match: '7 * * * *' },
  { task: 'release-stuck-jobs', match: '* * * * *' },
  // Jobs that a server committed and did not live to hand over.
  { task: 'hand-outbox-over', match: '* * * * *' },
  { task: 'delete-unused-accounts', match: '47 3 * * *', options: nightly },
  { task: 'anonymise-invoices', match: '57 3 * * *', options: nightly },
  { task: 'remind-of-shows', match: '*/10 * * * *' },
  { task: 'sum-finished-days', match: '12 * * * *' },
  { task: 'sweep-expired', match: '17 * * * *' },
  { task: 'sweep-images', match: '27 * * * *' },
  { task: 'clear-transfer-addresses', match: '47 3 * * *', options: nightly },
  { task: 'sweep-reservations', match: '37 * * * *' },
]

/**
 * Lets one job of a periodic task wait: after a sleep of the machine, all the minutes that were missed are one. It
 * keeps the time at which the first was due, by which a queue that stands still is noticed.
 */
const onceWaiting = (item: CronItem): CronItem => ({
  ...item,
  options: { ...item.options, jobKey: item.task, jobKeyMode: 'preserve_run_at' },
})

function concurrentOutboxMails(busyMs: number): number {
  if (busyMs === 0) return Infinity
  return busyMs < LONGEST_RUSH_MS ? 0 : CONCURRENT_OUTBOX_MAILS_IN_LONG_RUSH
}

/** Lists the background tasks by name. */
export function tasksOf(context: AppContext, mailer: Mailer) {
  return {
    ...auditJobs(context),
    ...authJobs(context, mailer),
    ...cancellationJobs(context),
    ...eventJobs(context),
    ...figuresJobs(context),
    ...imageJobs(context),
    ...invoiceJobs(context),
    ...mailJobs(context, mailer),
    ...paymentJobs(context),
    ...reminderJobs(context, mailer),
    ...ticketCodeJobs(context),
    ...ticketJobs(context),
    ...ticketTransferJobs(context, mailer),
    ...userJobs(context),
    'release-stuck-jobs': () => releaseStuckJobs(context.db),
  }
}

/**
 * Runs the shop's background jobs until `stop`. Several servers share them. Replaces a runner that has ended, as one
 * does after the database was unavailable at the wrong moment.
 */
export async function startWorker(
  context: AppContext,
  connectionString: string,
): Promise<{ stop: () => Promise<void> }> {
  const log = openLog(context.settings, 'worker')
  const mailer = observeMailer(
    mailerOf(context.settings, (text) => log.info(text)),
    context.metrics,
  )
  const isLogging = isLoggingRequests(context.settings)
  const pgPool = openJobPool(connectionString, JOB_CONNECTIONS, (error) => log.warn(error.message))
  const busyMs = busyLoopMeter()
  const stopping = new AbortController()
  const handing = outboxHandOver(context, { log, busyMs, signal: stopping.signal })
  onOutboxFilled(context.db, handing.request)
  const tasks = {
    ...tasksOf(context, mailer),
    'hand-outbox-over': () => Promise.resolve(handing.request()),
  }
  const taskList = observeTasks(tasks, { log, metrics: context.metrics, isLogging })
  const start = () => {
    const limited = new LimitedJobs({
      [PROVIDER_FLAG]: () => CONCURRENT_PROVIDER_JOBS,
      // A silent mail server never stops other jobs, such as those of payments.
      [MAIL_FLAG]: () => MAIL_CONNECTIONS,
      [OUTBOX_FLAG]: () => concurrentOutboxMails(busyMs()),
    })
    const options = {
      forbiddenFlags: () => limited.ask(),
      pgPool,
      preset: batchedReports,
      concurrency: CONCURRENT_JOBS,
      noHandleSignals: true,
      taskList,
      parsedCronItems: parseCronItems(SCHEDULE.map(onceWaiting)),
      logger: new Logger(() => (level, message, meta) => {
        // A failure of a task is logged where it is observed.
        if (level === 'error' && !meta?.['failure']) log.error(message)
        if (level === 'warning') log.warn(message)
      }),
    }
    return startJobRunner(options, (events) => limited.watch(events))
  }

  let runner: JobRunner | undefined = await start()
  /** A runner that has ended and may have left locked jobs. */
  let ended: JobRunner | undefined
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await ended?.handBack(context.db)
        ended = undefined
        runner ??= await start()
        await (stopping.signal.aborted ? runner.stop() : runner.ended)
      } catch (error) {
        log.error(error)
      }
      ended ??= runner
      runner = undefined
      await wait(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = keepRunning()
  watchPeriods(context.db, {
    signal: stopping.signal,
    restart: () => void runner?.stop().catch((error: unknown) => log.error(error)),
    onError: (error) => log.error(error),
  })

  async function finish(): Promise<void> {
    await runner?.stop().catch((error: unknown) => log.error(error))
    await running
    await pgPool.end()
  }

  /** Takes no more jobs and waits for the running ones. Hands those back to other servers that take too long. */
  async function stop(): Promise<void> {
    stopping.abort()
    handing.stop()
    const last = runner ?? ended
    const finished = finish().then(() => true)
    if (!(await Promise.race([finished, wait(STOP_WITHIN_MS, false, { ref: false })]))) {
      // Without its database the runner may wait forever.
      const released = last?.handBack(context.db).catch((error: unknown) => log.error(error))
      await Promise.race([released, wait(HAND_BACK_WITHIN_MS, undefined, { ref: false })])
    }
    mailer.close()
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}
